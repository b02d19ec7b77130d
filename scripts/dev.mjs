// `npm run dev`: the server, restarted when its code changes, behind Vite, with the same data as `npm start`.
import { startPinned, statusOf } from './lib/foreground.mjs'
import { ensureMessages } from './lib/generated.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { at } from './lib/paths.mjs'
import { command, say } from './lib/say.mjs'

const consolePort = process.env.PORT ?? '8080'
const serverPort = String(Number(consolePort) + 1)

await command(async () => {
  await ensureInstalled('start')
  await ensureMessages('test')
  // Links in mails and cookies must use the address in the browser, which is Vite's.
  const PUBLIC_URL = process.env.PUBLIC_URL ?? `http://localhost:${consolePort}`
  const watched = ['server/src', 'contract/src'].map((path) => `--watch-path=${at(path)}`)
  const server = startPinned(['--watch', '--watch-preserve-output', ...watched, at('server', 'src', 'main.ts')], {
    PORT: serverPort,
    PUBLIC_URL,
    STEWARD_ENV: process.env.STEWARD_ENV ?? 'development',
  })
  const vite = startPinned([at('node_modules', 'vite', 'bin', 'vite.js'), at('console'), '--port', consolePort, '--strictPort'], {
    STEWARD_DEV_SERVER: `http://127.0.0.1:${serverPort}`,
  })
  say(`The console will be at ${PUBLIC_URL}/home/ (Vite), the server at http://127.0.0.1:${serverPort}`)
  const ended = await Promise.race([statusOf(server), statusOf(vite)])
  server.kill('SIGTERM')
  vite.kill('SIGTERM')
  await Promise.all([server, vite].map((child) => (child.exitCode === null && child.signalCode === null ? statusOf(child) : ended)))
  return ended
})
