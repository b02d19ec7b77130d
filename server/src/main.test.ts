import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { login } from '@steward/contract/session/endpoints'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive } from './db/engine-users.ts'
import { type ServerProcess, removeData, startServer } from './testing/process.ts'

const signIn = ({ url, credentials }: ServerProcess) =>
  fetch(url + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantName: credentials.tenantName, username: credentials.username, password: credentials.password }),
  })

async function enginePid({ dataDir }: ServerProcess): Promise<number> {
  const { location } = JSON.parse(await readFile(path.join(dataDir, 'engine.json'), 'utf8')) as { location: string }
  return Number((await readFile(path.join(location, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

test('a server whose database dies answers 503 until it is back, and nothing else', async () => {
  const server = await startServer()
  onTestFinished(async () => {
    await server.stop()
    removeData(server)
  })
  expect((await signIn(server)).status).toBe(200)
  process.kill(await enginePid(server), 'SIGKILL')
  const during = new Set<number>()
  const retryAfter = new Set<string | null>()
  await expect
    .poll(
      async () => {
        const answer = await signIn(server)
        if (answer.status !== 200) {
          during.add(answer.status)
          retryAfter.add(answer.headers.get('retry-after'))
        }
        return [answer.status, (await fetch(`${server.url}/readyz`)).status]
      },
      { timeout: 50_000 },
    )
    .toEqual([200, 200])
  expect([[...during], [...retryAfter]]).toEqual([[503], ['5']])
  // Nothing that broke keeps it from stopping.
  process.kill(server.pid, 'SIGTERM')
  await expect.poll(() => isAlive(server.pid), { timeout: 15_000 }).toBe(false)
}, 120_000)
