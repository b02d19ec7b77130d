// `node scripts/run.mjs [--test] FILE [arguments]`: sets up what is missing (with --test, including the packages for tests), then runs FILE
// on the pinned Node in the current folder.
import { resolve } from 'node:path'
import { runPinned } from './lib/foreground.mjs'
import { ensureMessages } from './lib/generated.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { command, Refusal } from './lib/say.mjs'

await command(async () => {
  const given = process.argv.slice(2)
  const forTests = given[0] === '--test'
  const [file, ...args] = forTests ? given.slice(1) : given
  if (!file) throw new Refusal('Usage: node scripts/run.mjs [--test] FILE [arguments]')
  const purpose = forTests ? 'test' : 'start'
  await ensureInstalled(purpose)
  await ensureMessages(purpose)
  return runPinned([resolve(file), ...args])
})
