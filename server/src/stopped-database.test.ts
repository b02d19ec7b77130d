import type { Endpoint } from '@steward/contract/http'
import { urlOf } from '@steward/contract/http'
import { createGroup, listGroups } from '@steward/contract/groups/endpoints'
import { login } from '@steward/contract/session/endpoints'
import { listUsers } from '@steward/contract/users/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stopEngine } from './testing/engine-processes.ts'
import { type ServerProcess, removeData, startServer } from './testing/process.ts'

let server: ServerProcess
let token: string

beforeAll(async () => {
  server = await startServer({
    environment: { STEWARD_REQUEST_SECONDS: '3', STEWARD_CONNECTION_SECONDS: '1', STEWARD_DATABASE_CONNECTIONS: '4' },
  })
  const { tenantName, username, password } = server.credentials
  const { body } = await call(login, { tenantName, username, password })
  token = String(body['accessToken'])
})

afterAll(async () => {
  await server.stop()
  removeData(server)
})

interface Answer {
  status: number
  retryAfter: string | null
  body: Record<string, unknown>
  tookMs: number
}

async function send(path: string, options: RequestInit = {}): Promise<Answer> {
  const started = performance.now()
  const answer = await fetch(server.url + path, options)
  const text = await answer.text()
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
    tookMs: performance.now() - started,
  }
}

const call = (endpoint: Endpoint, body?: object) =>
  send(urlOf(endpoint, {}), {
    method: endpoint.method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

const newGroup = (groupName: string) => call(createGroup, { groupName })

async function groupNames(): Promise<string[]> {
  const { body } = await send(urlOf(listGroups, { query: { limit: 100 } }), { headers: { authorization: `Bearer ${token}` } })
  return (body['items'] as { groupName: string }[]).map(({ groupName }) => groupName)
}

test('requests to a database that stopped are answered in time, and it goes on automatically', async () => {
  expect((await call(listUsers)).status).toBe(200)
  expect((await send('/readyz')).body).toEqual({ status: 'ready' })
  const goOn = stopEngine(server)
  try {
    const reads = Array.from({ length: 12 }, () => call(listUsers))
    const ready = await Promise.all(Array.from({ length: 5 }, () => send('/readyz')))
    for (const { tookMs } of ready) expect(tookMs).toBeLessThan(1_000)
    // What was found just before holds for a moment.
    await expect.poll(async () => (await send('/readyz')).body).toEqual({ status: 'unavailable', reasons: ['database'] })
    expect((await send('/healthz')).status).toBe(200)
    for (const answer of await Promise.all([...reads, newGroup('Never')])) {
      // Those that found a place, and those that found none.
      expect([
        [503, '5'],
        [503, '1'],
      ]).toContainEqual([answer.status, answer.retryAfter])
      expect(answer.body).toMatchObject({ status: 503, requestId: expect.any(String) as string })
      expect(answer.tookMs).toBeLessThan(4_500)
    }
  } finally {
    goOn()
  }
  await expect.poll(async () => [(await send('/readyz')).status, (await call(listUsers)).status]).toEqual([200, 200])
})

test('changes that a stopped database was asked for are made once, as a whole, or not at all', async () => {
  const goOn = stopEngine(server)
  const names = Array.from({ length: 6 }, (_, index) => `Stopped ${index}`)
  let answers: Answer[]
  try {
    answers = await Promise.all(names.map(newGroup))
  } finally {
    goOn()
  }
  for (const { status } of answers) expect([201, 503]).toContain(status)
  await expect.poll(async () => (await send('/readyz')).status).toBe(200)
  // The second attempt finds what the first one left.
  for (const name of names) expect([201, 409]).toContain((await newGroup(name)).status)
  const found = await groupNames()
  expect(found.filter((name) => name.startsWith('Stopped ')).toSorted()).toEqual(names)
})
