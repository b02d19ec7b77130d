import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallInput } from '@steward/contract/http'
import { mostIngestedEvents } from '@steward/contract/system-log/constants'
import { ingestSystemLog, listSystemLog } from '@steward/contract/system-log/endpoints'
import { getHistory } from '@steward/contract/history/endpoints'
import type { HistoryEntry } from '@steward/contract/history/schemas'
import { asOwner, ownChangesOf } from '../db/tenant.ts'
import { createServiceToken } from '../service-tokens/operator.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { jobsToken } from '../testing/jobs.ts'

type Event = CallInput<typeof ingestSystemLog>['body']['events'][number]

let test: TestApp
let tenant: TestTenant
let service: string
let now = new Date()
let tokens = 0
const dayMs = 86_400_000

const tokenOf = async (owner: TestTenant | null = null) =>
  (await createServiceToken(test.db, { tokenName: `events ${++tokens}`, tenant: owner, scopes: ['system-log'], expiresAt: null })).token

beforeAll(async () => {
  test = await startTestApp({ now: () => now })
  service = await tokenOf()
})
afterAll(() => test?.close())
beforeEach(async () => {
  now = new Date()
  tenant = await test.buildTenant()
})

const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
const event = (wanted: Partial<Event> = {}): Event => ({
  eventId: randomUUID(),
  occurredAt: ago(60_000),
  kind: 'data_exported',
  outcome: 'success',
  ...wanted,
})
const send = (events: Event[], token: string | undefined = service) =>
  test.call(ingestSystemLog, { body: { tenantName: tenant.tenantName, events } }, token === '' ? {} : { token })
async function taken(...events: Event[]): Promise<number> {
  const answer = await send(events)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body).toMatchObject({ tenantName: tenant.tenantName, received: events.length })
  return answer.body.taken
}
const stored = () =>
  asOwner(
    test.db,
    'operator',
    (tx) =>
      tx
        .selectFrom('system_log')
        .selectAll()
        .where('tenant_id', '=', tenant.tenantId)
        .where('kind', 'in', ['data_exported', 'product_sign_in', 'maintenance'])
        .orderBy('occurred_at')
        .execute(),
    { readOnly: true },
  )

describe('events of services', () => {
  it('are in the system log with everything in them, and in the history of the user they name', async () => {
    const { administrator } = tenant
    const sent = event({
      kind: 'product_sign_in',
      outcome: 'failure',
      username: administrator.username.toUpperCase(),
      address: '2001:db8::7',
      userAgent: 'Mozilla/5.0',
      requestId: 'request-1',
      details: { database: 'EDM', rows: 12, isTest: false },
    })
    expect(await taken(sent)).toBe(1)
    const token = await test.signIn(tenant, administrator)
    const log = await test.call(listSystemLog, { query: { kind: ['product_sign_in'], userId: [administrator.userId] } }, { token })
    expect(log.body.items).toMatchObject([
      {
        occurredAt: sent.occurredAt.replace('Z', '000Z'),
        kind: 'product_sign_in',
        outcome: 'failure',
        userId: administrator.userId,
        username: administrator.username.toUpperCase(),
        address: '2001:db8::7',
        userAgent: 'Mozilla/5.0',
        requestId: 'request-1',
        details: { database: 'EDM', rows: 12, isTest: false },
      },
    ])
    const history = await test.call(getHistory, { query: { record: 'user', id: administrator.userId } }, { token })
    expect(history.body.items.map((item: HistoryEntry) => item.event?.kind)).toContain('product_sign_in')
  })

  it('count once by their id, in one call, in several, concurrently, and with another time', async () => {
    const first = event({ details: { attempt: 1 } })
    const again = { ...first, eventId: first.eventId.toUpperCase(), details: { attempt: 2 } }
    expect(await taken(first, again)).toBe(1)
    expect(await taken(first)).toBe(0)
    expect(await taken({ ...first, occurredAt: ago(40 * dayMs) })).toBe(0)
    expect(await stored()).toMatchObject([{ details: { attempt: 1 } }])
    const many = Array.from({ length: 100 }, () => event())
    const answers = await Promise.all([many, many.toReversed(), many].map((events) => send(events)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect(answers.reduce((sum, answer) => sum + answer.body.taken, 0)).toBe(100)
    expect(await stored()).toHaveLength(101)
    // Ids are those of a tenant.
    tenant = await test.buildTenant()
    expect(await taken(first)).toBe(1)
  })

  it('are told to consoles, unless all were known', async () => {
    const heard: string[] = []
    const hear = (change: { tenantId: string; tables: string[] }) => {
      if (change.tenantId === tenant.tenantId) heard.push(...change.tables)
    }
    const { callbacks } = ownChangesOf(test.db)
    callbacks.add(hear)
    const one = event()
    await taken(one)
    await taken(one)
    expect(heard).toEqual(['system_log'])
    callbacks.delete(hear)
  })

  it('come late by up to 92 days, and their ids are kept as long', async () => {
    const late = event({ occurredAt: ago(92 * dayMs - 60_000) })
    expect(await taken(late, event({ occurredAt: ago(-60_000) }))).toBe(2)
    const isKept = async () => {
      await test.app.background.runScheduled('forget_service_events')
      const rows = await asOwner(test.db, 'maintenance', (tx) =>
        tx.selectFrom('service_event').select('event_id').where('tenant_id', '=', tenant.tenantId).execute(),
      )
      return rows.length > 0
    }
    now = new Date(now.getTime() + 92 * dayMs)
    expect(await isKept()).toBe(true)
    now = new Date(now.getTime() + 2 * dayMs)
    expect(await isKept()).toBe(false)
  })

  it.each<[string, object, number, string, string]>([
    ['an unknown kind', { kind: 'sign_in' }, 400, 'kind', 'invalid_choice'],
    ['an invalid id', { eventId: '7' }, 400, 'eventId', 'invalid_value'],
    ['an invalid address', { address: 'localhost' }, 400, 'address', 'invalid_value'],
    ['an unknown field', { colour: 'red' }, 400, 'colour', 'unknown_field'],
    ['control characters', { details: { note: 'a\u0000b' } }, 400, 'details.note', 'invalid_value'],
    ['a time in the future', { occurredAt: new Date(Date.now() + dayMs).toISOString() }, 422, 'occurredAt', 'ingest_time_future'],
    ['a time long ago', { occurredAt: new Date(Date.now() - 93 * dayMs).toISOString() }, 422, 'occurredAt', 'ingest_time_too_old'],
  ])('are refused whole for %s, and the event is named', async (_, bad, status, field, code) => {
    const good = event()
    const refused = await send([good, { ...event(), ...bad }])
    expect(refused.status, JSON.stringify(refused.body)).toBe(status)
    expect(refused.body.errors).toEqual([expect.objectContaining({ field: `events.1.${field}`, code })])
    expect(await stored()).toEqual([])
    expect(await taken(good)).toBe(1)
  })

  it(`are up to ${mostIngestedEvents} in a call`, async () => {
    const many = Array.from({ length: mostIngestedEvents + 1 }, () => event({ userAgent: 'Mozilla/5.0 '.repeat(40), kind: 'maintenance' }))
    expect((await send(many)).status).toBe(400)
    expect((await send([])).status).toBe(400)
    expect(await taken(...many.slice(1))).toBe(mostIngestedEvents)
  })

  it('come from services with the scope, of this tenant or of all tenants', async () => {
    const codeOf = async (token: string) => {
      const answer = await send([event()], token)
      return [answer.status, answer.body.code]
    }
    expect(await codeOf('')).toEqual([401, 'unauthenticated'])
    expect(await codeOf(await jobsToken(test))).toEqual([403, 'service_scope_missing'])
    expect(await codeOf(await test.signIn(tenant, tenant.administrator))).toEqual([403, 'service_scope_missing'])
    expect(await codeOf(await tokenOf(await test.buildTenant()))).toEqual([404, 'ingest_tenant_unknown'])
    expect(await stored()).toEqual([])
    expect(await codeOf(await tokenOf(tenant))).toEqual([200, undefined])
  })
})
