// `npm start`: sets up what is missing, then runs the server (which starts the database and creates the demo tenant).
import { startPinned, statusOf } from './lib/foreground.mjs'
import { ensureBuilt, ensureMessages } from './lib/generated.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { memoryFlags } from './lib/memory.mjs'
import { at } from './lib/paths.mjs'
import { command } from './lib/say.mjs'

await command(async () => {
  await ensureInstalled('start')
  await ensureMessages('start')
  // The console is built while the server creates its database and the demo; then the server, which waits for it, serves both.
  const args = [...memoryFlags(), at('server', 'src', 'main.ts'), '--await-console', ...process.argv.slice(2)]
  const server = startPinned(args, {}, { channel: true })
  const ended = statusOf(server)
  try {
    const status = await Promise.race([ensureBuilt(), ended])
    // Ends the build, too.
    if (status !== undefined) process.exit(status)
  } catch (error) {
    server.kill('SIGTERM')
    await ended
    throw error
  }
  server.send('built')
  return ended
})
