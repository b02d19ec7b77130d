import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync } from 'vite'

/**
 * Writes the compiled catalog in `folder` once more, as one module. It has a module for each message, so that a page of the
 * console loads only its own. The server and tests import all of them, and Node takes a third of a second and 45 MB longer
 * for thousands of modules than for one (docs/adr/072). Node keeps the text of a module: more than half of it is comments, and one
 * character that is not of ASCII doubles the rest.
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
  const { code, errors } = minifySync(name, [...imports, ...texts, `export * as m from './${name}'`].join('\n'), {
    compress: false,
    mangle: false,
    codegen: { removeWhitespace: true },
  })
  if (errors.length > 0) throw new Error(`The compiled messages are no module: ${errors.map(({ message }) => message).join('; ')}`)
  writeFileSync(draft, inAscii(code))
  renameSync(draft, file)
}

/** The same code: other characters are only in its texts. @param {string} code */
const inAscii = (code) => code.replaceAll(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
