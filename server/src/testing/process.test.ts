import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { removeData, startServer } from './process.ts'

/** Sets up a database and starts twice. */
const timeoutMs = 120_000

test('a server whose port is taken starts on another port', { timeout: timeoutMs }, async () => {
  const other = createServer((_request, reply) => reply.end('the other'))
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const server = await startServer({ port })
  onTestFinished(async () => {
    await server.stop()
    removeData(server)
  })
  const answer = await fetch(`${server.url}/readyz`)
  expect([server.url === `http://localhost:${port}`, await answer.json()]).toEqual([false, { status: 'ready' }])
})
