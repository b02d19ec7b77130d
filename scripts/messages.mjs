// The message catalogue: `compile` writes contract/src/paraglide, `add key text …` merges keys into en.json and compiles.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compile } from '@inlang/paraglide-js'
import { withLock } from './lib/lock.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = `${root}contract/messages/en.json`

/** Compiles every locale to tree-shakable modules that console and server import. */
export async function compileMessages() {
  await compile({
    project: `${root}contract/project.inlang`,
    outdir: `${root}contract/src/paraglide`,
    strategy: ['globalVariable', 'baseLocale'],
    emitTsDeclarations: true,
    outputStructure: 'message-modules',
    // Who imports the messages right now must never find the folder empty.
    cleanOutdir: false,
  })
}

/**
 * A text, or "One user | {count} users": the singular and the plural by `count`, as the message format writes them.
 * @param {string} text
 */
function valueOf(text) {
  const [one, other, ...more] = text.split(' | ')
  if (other === undefined || more.length > 0) return text
  return [
    {
      declarations: ['input count', 'local countPlural = count: plural'],
      selectors: ['countPlural'],
      match: { 'countPlural=one': one, 'countPlural=other': other },
    },
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command, ...rest] = process.argv.slice(2)
  await withLock('catalogue', async () => {
    if (command === 'add') {
      const messages = JSON.parse(readFileSync(source, 'utf8'))
      for (let i = 0; i + 1 < rest.length; i += 2) messages[String(rest[i])] = valueOf(rest[i + 1] ?? '')
      const sorted = Object.fromEntries(Object.entries(messages).sort(([a], [b]) => (a < b ? -1 : 1)))
      writeFileSync(source, `${JSON.stringify(sorted, null, 2)}\n`)
    } else if (command !== 'compile') {
      throw new Error('Use: messages.mjs compile | add key text [key text …]')
    }
    await compileMessages()
  })
  // The compiler's store leaves half-minute timers behind.
  process.exit(0)
}
