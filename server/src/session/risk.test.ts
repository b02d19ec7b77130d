import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listSystemLog } from '@steward/contract/system-log/endpoints'
import type { SystemEvent } from '@steward/contract/system-log/schemas'
import { asOwner } from '../db/tenant.ts'
import { type TestApp, type TestTenant, type TestUser, startTestApp } from '../testing/app.ts'
import { sendPassword } from '../testing/factors.ts'
import { browserCookie } from './known-browsers.ts'
import { hoursApart, isUnusualHour } from './risk.ts'

describe('the hour of a sign-in', () => {
  const anyHour = fc.integer({ min: 0, max: 23 })
  const regular = { signIns: 20, days: 10 }

  test('is compared around midnight, the same from both sides and wherever the day begins', () => {
    fc.assert(
      fc.property(anyHour, anyHour, anyHour, (a, b, turn) => {
        const apart = hoursApart(a, b)
        expect(apart).toBe(hoursApart(b, a))
        expect(hoursApart((a + turn) % 24, (b + turn) % 24)).toBe(apart)
        expect((a + apart) % 24 === b || (b + apart) % 24 === a).toBe(true)
        expect(apart).toBeLessThanOrEqual(12)
      }),
    )
    expect([hoursApart(23, 1), hoursApart(0, 12), hoursApart(5, 5)]).toEqual([2, 12, 0])
  })

  test('is unusual exactly if no earlier one is among the seven hours around it', () => {
    fc.assert(
      fc.property(fc.array(anyHour, { maxLength: 8 }), anyHour, (hours, hour) => {
        const around = new Set([-3, -2, -1, 0, 1, 2, 3].map((by) => (hour + by + 24) % 24))
        expect(isUnusualHour({ ...regular, hours }, hour)).toBe(!hours.some((one) => around.has(one)))
      }),
    )
  })

  test('is not unusual for people who sign in rarely', () => {
    expect(isUnusualHour({ ...regular, hours: [9] }, 21)).toBe(true)
    expect(isUnusualHour({ ...regular, signIns: 19, hours: [9] }, 21)).toBe(false)
    expect(isUnusualHour({ ...regular, days: 9, hours: [9] }, 21)).toBe(false)
  })
})

describe('the system log', () => {
  let app: TestApp
  let tenant: TestTenant
  let user: TestUser
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app?.close())
  beforeEach(async () => {
    tenant = await app.buildTenant()
    user = await app.buildUser(tenant)
  })

  /** Sign-ins of a user, one a day from so many days ago on, so many hours from now. */
  const pastSignIns = (past: { count?: number; days?: number; hoursOff: number; daysAgo?: number }, of = user, ofTenant = tenant) =>
    asOwner(
      app.db,
      'operator',
      (tx) =>
        sql`
        insert into system_log (tenant_id, occurred_at, kind, outcome, user_id, username)
        select ${ofTenant.tenantId}::uuid, now() - make_interval(days => ${past.daysAgo ?? 1}::int + n % ${past.days ?? 10}::int, hours => ${past.hoursOff}::int),
               'sign_in', 'success', ${of.userId}::uuid, ${of.username}
          from generate_series(0, ${past.count ?? 20}::int - 1) n`.execute(tx),
      { tenantId: ofTenant.tenantId },
    )
  async function risks(kind: 'sign_in_unusual_hour' | 'sign_in_new_browser', ofTenant = tenant): Promise<SystemEvent[]> {
    const token = await app.signIn(ofTenant, ofTenant.administrator)
    return (await app.call(listSystemLog, { query: { kind: [kind], days: 1 } }, { token })).body.items
  }
  const signIn = async (options: Parameters<typeof sendPassword>[3] = {}) => {
    const answer = await sendPassword(app, tenant, user, options)
    expect(answer.status).toBe(200)
    return answer
  }

  test('names a sign-in at an hour at which the person never signs in, and can be filtered by it', async () => {
    await pastSignIns({ hoursOff: 12 })
    const { body } = await signIn()
    const found = await risks('sign_in_unusual_hour')
    expect(found).toMatchObject([
      { userId: user.userId, username: user.username, address: '127.0.0.1', outcome: 'success', details: { sessionId: body.sessionId } },
    ])
    // Now the hour is known.
    await signIn()
    expect(await risks('sign_in_unusual_hour')).toHaveLength(1)
  })

  test.each([
    ['near the usual hour', { hoursOff: 2 }],
    ['near the usual hour, of yesterday', { hoursOff: 22 }],
    ['after 19 sign-ins', { hoursOff: 12, count: 19 }],
    ['after sign-ins on nine days', { hoursOff: 12, count: 40, days: 9 }],
    ['after sign-ins of more than 90 days ago', { hoursOff: 12, daysAgo: 91 }],
  ])('names none %s', async (_, past) => {
    await pastSignIns(past)
    await signIn()
    expect(await risks('sign_in_unusual_hour')).toEqual([])
  })

  test('compares neither with other people nor with other tenants, and shows them nothing', async () => {
    const other = await app.buildTenant()
    await pastSignIns({ hoursOff: 12 }, await app.buildUser(tenant))
    await pastSignIns({ hoursOff: 12 }, other.administrator, other)
    await signIn()
    expect(await risks('sign_in_unusual_hour')).toEqual([])
    expect(await risks('sign_in_unusual_hour', other)).toMatchObject([{ userId: other.administrator.userId }])
  })

  test('names a browser that signs in for the first time, but for the first sign-in of the account', async () => {
    const first = await signIn()
    const ofUser = async () => (await risks('sign_in_new_browser')).filter(({ userId }) => userId === user.userId)
    expect(await ofUser()).toEqual([])
    await signIn({ cookies: { [browserCookie]: first.cookies.find(({ name }) => name === browserCookie)?.value ?? '' } })
    expect(await ofUser()).toEqual([])
    const { body } = await signIn()
    expect(await ofUser()).toMatchObject([{ username: user.username, details: { sessionId: body.sessionId } }])
  })
})
