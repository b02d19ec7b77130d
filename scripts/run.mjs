// `node scripts/run.mjs FILE [arguments]`: sets up what is missing, then runs FILE on the pinned Node, from where it was called.
import { resolve } from 'node:path'
import { runPinned } from './lib/foreground.mjs'
import { ensureMessages } from './lib/generated.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { command, Refusal } from './lib/say.mjs'

await command(async () => {
  const [file, ...args] = process.argv.slice(2)
  if (!file) throw new Refusal('Name the file to run: node scripts/run.mjs FILE [arguments]')
  await ensureInstalled()
  await ensureMessages()
  return runPinned([resolve(file), ...args])
})
