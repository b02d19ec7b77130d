import { type ClientRequest, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Pace } from '@steward/contract/http'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentLimits, currentWork } from '../db/time-limits.ts'
import { TimeOverError } from '../db/unavailable.ts'
import { type Load, limitRequests, usualWaitMs } from './pace.ts'
import type { Principal } from './principal.ts'
import { createHttp } from './server.ts'

const limits = { statementMs: 5_000, lockMs: 2_000, connectionMs: 2_000, requestMs: 30_000, transferMs: 3_600_000 }

let load: () => Load
let port: number
let close: () => Promise<void>
/** Handlers that wait, by the path of their request; the test lets them go on. */
let waiting: Map<string, () => void>
let seen: string[]
let isDatabaseThere: boolean

async function start(requestMs = limits.requestMs): Promise<void> {
  waiting = new Map()
  seen = []
  isDatabaseThere = true
  const app = await createHttp({ log: pino({ level: 'silent' }), publicUrl: 'http://localhost', trustProxy: false, rates: undefined })
  ;({ load } = limitRequests(app, {
    limits: { ...limits, requestMs },
    places: 4,
    waitMs: usualWaitMs,
    isAnswering: async () => isDatabaseThere,
  }))
  for (const pace of ['request', 'long', 'transfer', 'wait', 'always'] satisfies Pace[]) {
    app.route({
      method: ['GET', 'POST'],
      url: `/${pace}/:name`,
      config: { pace },
      onRequest: async (request) => {
        const [tenantId, id = ''] = (request.headers.authorization ?? '').split(' ')
        // What the principals of tests have is what claims depend on.
        if (tenantId) request.principal = { tenantId, id, type: 'user', name: id } satisfies Principal
      },
      handler: async (request) => {
        seen.push(request.url)
        await new Promise<void>((resolve) => {
          waiting.set(request.url, resolve)
          currentWork()?.onOver(resolve)
        })
        if (currentWork()?.isOver) throw new TimeOverError('The connection was cut off')
        return { statementMs: currentLimits().statementMs }
      },
    })
  }
  app.get('/free', async () => ({ statementMs: currentLimits().statementMs }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port // it listens on TCP
  close = async () => {
    for (const goOn of waiting.values()) goOn()
    await app.close()
  }
}

beforeEach(() => start())
afterEach(() => close())

interface Answer {
  status: number
  code?: string
  statementMs?: number
  retryAfter?: string | null
}

async function get(path: string, who?: string): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, who === undefined ? {} : { headers: { authorization: who } })
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ...((await answer.json()) as object) }
}

/** Sends a request and waits until its handler runs. */
async function begin(path: string, who?: string): Promise<{ answer: Promise<Answer> }> {
  const answer = get(path, who)
  await expect.poll(() => waiting.has(path)).toBe(true)
  return { answer }
}

it('refuses what finds no place, and lets in what must always be possible', async () => {
  const running = await Promise.all(['/request/a', '/request/b'].map((path) => begin(path)))
  // One address has half of the places.
  expect(await get('/request/c')).toMatchObject({ status: 503, code: 'overloaded', retryAfter: '1' })
  expect([load(), seen.includes('/request/c')]).toEqual([{ taken: 2, waiting: 0, refused: 1 }, false])
  expect(await get('/free')).toMatchObject({ status: 200 })
  const signOut = await begin('/always/signout')
  waiting.get('/always/signout')?.()
  expect((await signOut.answer).status).toBe(200)
  const transfer = await begin('/transfer/file')
  for (const path of ['/request/a', '/request/b', '/transfer/file']) waiting.get(path)?.()
  for (const { answer } of [...running, transfer]) expect((await answer).status).toBe(200)
  expect(load().taken).toBe(0)
})

it('goes on giving places to transfers while more wait than there are places', async () => {
  const running = await Promise.all(Array.from({ length: 8 }, (_, index) => begin(`/transfer/${index}`)))
  const later = Array.from({ length: 18 }, (_, index) => get(`/transfer/later-${index}`))
  await expect.poll(load).toMatchObject({ taken: 8, waiting: 18 })
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 300)
  waiting.get('/transfer/0')?.()
  await expect.poll(() => seen.some((path) => path.startsWith('/transfer/later-'))).toBe(true)
  clock.mockRestore()
  for (const { answer } of running.slice(0, 1)) expect((await answer).status).toBe(200)
  await expect
    .poll(() => {
      for (const goOn of waiting.values()) goOn()
      return seen.length
    })
    .toBe(26)
  for (const answer of later) expect((await answer).status).toBe(200)
})

it('counts known callers for their tenants', async () => {
  const known = await begin('/always/first', 'tenant-1 ada')
  waiting.get('/always/first')?.()
  await known.answer
  const running = await Promise.all(['/request/a', '/request/b'].map((path) => begin(path)))
  const other = await begin('/request/c', 'tenant-1 ada')
  waiting.get('/request/c')?.()
  expect((await other.answer).status).toBe(200)
  for (const path of ['/request/a', '/request/b']) waiting.get(path)?.()
  for (const { answer } of running) expect((await answer).status).toBe(200)
})

it('counts callers for their tenants once their token is checked', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `${index}`)
  const running = await Promise.all(names.map((name) => begin(`/transfer/${name}`, `tenant-1 ada ${name}`)))
  const other = await begin('/transfer/other', 'tenant-2 bob')
  for (const name of [...names, 'other']) waiting.get(`/transfer/${name}`)?.()
  for (const { answer } of [...running, other]) expect((await answer).status).toBe(200)
  expect(load().taken).toBe(0)
})

it('keeps no place for a body that is still arriving', async () => {
  const slow: ClientRequest[] = []
  for (let call = 0; call < 6; call++) {
    const path = `/long/slow-${call}`
    const one = send({ port, path, method: 'POST', headers: { 'content-type': 'application/json', 'content-length': 10 } })
    one.on('error', () => undefined)
    one.write('{"a":')
    slow.push(one)
  }
  const { answer } = await begin('/request/quick')
  expect(load().taken).toBe(1)
  waiting.get('/request/quick')?.()
  expect((await answer).status).toBe(200)
  const [first, ...others] = slow
  first?.end('true}')
  await expect.poll(() => seen).toContain('/long/slow-0')
  waiting.get('/long/slow-0')?.()
  for (const one of others) one.destroy()
})

it('keeps the place of a client that left until its work is done', async () => {
  const left = send({ port, path: '/request/left' })
  left.on('error', () => undefined)
  left.end()
  await expect.poll(() => waiting.has('/request/left')).toBe(true)
  const gone = new Promise((resolve) => left.once('close', resolve))
  left.destroy()
  await gone
  expect(load().taken).toBe(1)
  waiting.get('/request/left')?.()
  await expect.poll(() => load().taken).toBe(0)
})

it('limits the time of requests; what can take long goes on while the database answers', async () => {
  await close()
  await start(300)
  const { answer: long } = await begin('/long/import')
  expect(await get('/request/slow')).toMatchObject({ status: 503, code: 'took_too_long', retryAfter: '5' })
  waiting.get('/long/import')?.()
  expect(await long).toEqual({ status: 200, retryAfter: null, statementMs: 3_600_000 })
  isDatabaseThere = false
  expect(await get('/long/again')).toMatchObject({ status: 503, code: 'took_too_long' })
})

it('gives requests the limits of statements, and nothing else', async () => {
  const { answer } = await begin('/request/quick')
  waiting.get('/request/quick')?.()
  expect((await answer).statementMs).toBe(5_000)
  expect((await get('/free')).statementMs).toBe(3_600_000)
})
