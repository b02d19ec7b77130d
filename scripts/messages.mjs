// The message catalogue: `compile` writes contract/src/paraglide, `add key text …` merges keys into en.json and compiles.
import { readFileSync, writeFileSync, mkdirSync, rmdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compile } from '@inlang/paraglide-js'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = `${root}contract/messages/en.json`
const lock = `${root}.cache/messages.lock`

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

/** @param {() => Promise<void>} work */
async function locked(work) {
  mkdirSync(`${root}.cache`, { recursive: true })
  for (let tries = 0; ; tries++) {
    try {
      mkdirSync(lock)
      break
    } catch (error) {
      if (tries > 200) throw new Error(`${lock} is held by another run; remove it if none is`, { cause: error })
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    }
  }
  try {
    return await work()
  } finally {
    rmdirSync(lock)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command, ...rest] = process.argv.slice(2)
  await locked(async () => {
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
