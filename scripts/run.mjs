// `node scripts/run.mjs [--test] FILE [arguments]`: sets up what is missing, with --test also the packages for tests, then runs FILE on the
// pinned Node, from where it was called.
import { resolve } from 'node:path'
import { runPinned } from './lib/foreground.mjs'
import { ensureMessages } from './lib/generated.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { command, Refusal } from './lib/say.mjs'

await command(async () => {
  const given = process.argv.slice(2)
  const forTests = given[0] === '--test'
  const [file, ...args] = forTests ? given.slice(1) : given
  if (!file) throw new Refusal('Name the file to run: node scripts/run.mjs FILE [arguments]')
  await ensureInstalled(forTests ? 'test' : 'start')
  await ensureMessages()
  return runPinned([resolve(file), ...args])
})
