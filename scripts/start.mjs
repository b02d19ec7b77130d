// `npm start`: sets up what is missing, then runs the server (which starts the database and creates the demo tenant).
import { runPinned } from './lib/foreground.mjs'
import { ensureBuilt, ensureMessages } from './lib/generated.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { memoryFlags } from './lib/memory.mjs'
import { at } from './lib/paths.mjs'
import { command } from './lib/say.mjs'

await command(async () => {
  await ensureInstalled('start')
  await ensureMessages()
  await ensureBuilt()
  return runPinned([...memoryFlags(), at('server', 'src', 'main.ts'), ...process.argv.slice(2)])
})
