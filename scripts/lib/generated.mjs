// Generates code from sources: the message catalog's modules and the console's bundle.
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { withLock } from './lock.mjs'
import { at } from './paths.mjs'
import { pinnedNode, runtimeEnv } from './platform.mjs'
import { run } from './processes.mjs'
import { Refusal, say, sayWhile } from './say.mjs'
import { hashOf, isStamped, stamp } from './stamps.mjs'

/**
 * Runs a generator unless its sources are unchanged since the last run.
 * @param {{ name: string, what: string, sources: string[], result: string, args: string[], cwd?: string, advice: string }} job
 */
async function generate({ name, what, sources, result, args, cwd, advice }) {
  const skip = (/** @type {string} */ path) => basename(path) === 'paraglide' || path.includes('.test.')
  const isFresh = () => existsSync(result) && isStamped(name, hashOf(sources, skip))
  if (isFresh()) return
  await withLock(name, async () => {
    if (isFresh()) return
    say(what)
    const hash = hashOf(sources, skip)
    const { status, output } = await sayWhile(what, run(pinnedNode(), args, { env: runtimeEnv(), cwd }))
    if (status !== 0) throw new Refusal(`${output.trim()}\n\n${advice}`)
    stamp(name, hash)
  })
}

const compiledMessages = at('contract', 'src', 'paraglide')
const messageTypes = join(compiledMessages, 'messages.d.ts')

/**
 * Compiles the message catalog to the modules that console and server import. Their types, which only type checks and editors
 * read, take as long again: a first start does without.
 * @param {import('./install.mjs').Purpose} purpose
 */
export function ensureMessages(purpose) {
  const isTyped = purpose === 'test' || existsSync(messageTypes)
  return generate({
    name: 'messages',
    what: 'Compiling the message catalog',
    sources: [
      at('contract', 'messages'),
      at('contract', 'project.inlang', 'settings.json'),
      at('scripts', 'messages.mjs'),
      at('scripts', 'lib', 'one-message-module.mjs'),
      at('package-lock.json'),
    ],
    result: isTyped ? messageTypes : join(compiledMessages, 'messages.js'),
    args: [at('scripts', 'messages.mjs'), isTyped ? 'compile' : 'compile-untyped'],
    advice: 'The message catalog does not compile. Fix the errors in contract/messages, then run the command again.',
  })
}

/** Builds the console into console/dist, which the server serves. */
export const ensureBuilt = () =>
  generate({
    name: 'console',
    what: 'Building the console',
    sources: [
      ...['src', 'public', 'build', 'index.html', 'vite.config.ts', 'package.json'].map((path) => at('console', path)),
      ...['src', 'messages', 'package.json'].map((path) => at('contract', path)),
      at('package-lock.json'),
    ],
    result: at('console', 'dist', 'index.html'),
    args: [at('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    cwd: at('console'),
    advice: 'The console does not build. Fix the errors above, then run the command again.',
  })
