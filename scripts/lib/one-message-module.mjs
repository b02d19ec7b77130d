import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const index = '/contract/src/paraglide/messages/_index.js'

/**
 * The message catalog as one module, for tests. It has a module for each message, of which a page loads only its own, but a
 * test loads all of them, which takes longer than most test files run.
 * @returns {import('vitest/config').Plugin}
 */
export const oneMessageModule = () => ({
  name: 'steward-one-message-module',
  // Vitest keeps transformed modules by what is in their file, and this one's content is in others.
  configureVitest: ({ defineCacheKeyGenerator }) => defineCacheKeyGenerator(({ id }) => (id.endsWith(index) ? false : undefined)),
  load(id) {
    if (!id.endsWith(index)) return null
    const names = [...readFileSync(id, 'utf8').matchAll(/^export \* from '(.+)'$/gm)].map(([, name = '']) => name)
    const messages = names.map((name) => {
      const file = join(dirname(id), name)
      this.addWatchFile(file)
      return readFileSync(file, 'utf8').replaceAll(/^import .*$/gm, '')
    })
    const imports = ["import { getLocale, experimentalStaticLocale } from '../runtime.js'", "import * as registry from '../registry.js'"]
    return { code: [...imports, ...messages].join('\n'), map: null }
  },
})
