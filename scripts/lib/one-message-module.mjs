import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes the compiled catalog in `folder` once more, as one module. It has a module for each message, so that a page of the
 * console loads only its own. The server and tests import all of them, and Node takes a third of a second and 45 MB longer
 * for thousands of modules than for one (docs/adr/072).
 * @param {string} folder
 */
export function writeOneMessageModule(folder) {
  const messages = join(folder, 'messages')
  const modules = [...readFileSync(join(messages, '_index.js'), 'utf8').matchAll(/^export \* from '(.+?)';?$/gm)].map(
    ([, module = '']) => module,
  )
  const texts = modules.map((module) => readFileSync(join(messages, module), 'utf8').replaceAll(/^import .*$/gm, ''))
  const imports = ["import { getLocale, experimentalStaticLocale } from './runtime.js'", "import * as registry from './registry.js'"]
  const name = 'all-messages.js'
  const file = join(folder, name)
  // Another process can import it at any time.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, [...imports, ...texts, `export * as m from './${name}'`].join('\n'))
  renameSync(draft, file)
}
