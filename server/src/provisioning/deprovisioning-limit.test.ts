import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listNotifications } from '@steward/contract/notifications/endpoints'
import type { DeprovisioningLimitDecision } from '@steward/contract/provisioning/constants'
import { decideDeprovisioningLimit, getProvisioning, putDeprovisioningLimit } from '@steward/contract/provisioning/endpoints'
import { asOwner, withTenant } from '../db/tenant.ts'
import { type TestMailServer, startMailServer } from '../testing/mail.ts'
import { publish } from '../notifications/publish.ts'
import type { ScimCaller } from './scim/types.ts'
import { type TestApp, type TestTenant, startTestApp } from '../testing/app.ts'
import { type Watching, createWatching } from './scim-ports.ts'
import { activateFederation } from '../testing/provisioning.ts'

let server: TestMailServer
let test: TestApp
let tenant: TestTenant
let administrator: string
let provisioning: Watching
let caller: ScimCaller
let clock = new Date()

beforeAll(async () => {
  server = await startMailServer()
  test = await startTestApp({ now: () => clock, environment: { SMTP_URL: server.url } })
  provisioning = createWatching({
    db: test.db,
    log: pino({ level: 'silent' }),
    now: () => clock,
    publicUrl: 'http://localhost:8080',
    publish: (tx, message) => publish(tx, message, clock),
  })
})
beforeEach(async () => {
  clock = new Date()
  tenant = await test.buildTenant()
  administrator = await test.signIn(tenant, tenant.administrator)
  await activateFederation(test, tenant)
  const actor = { type: 'scim', id: randomUUID(), name: 'Entra ID' } as const
  caller = { tenantId: tenant.tenantId, requestId: 'r', baseUrl: 'http://localhost:8080/scim/v2', actor }
})
afterAll(async () => {
  await provisioning.close()
  await test.close()
  await server.close()
})

/** Moves the clock; signs in again if that ends the session. */
async function pass(minutes: number): Promise<void> {
  clock = new Date(clock.getTime() + minutes * 60_000)
  administrator = await test.signIn(tenant, tenant.administrator)
}

const people = (n: number) => Array.from({ length: n }, () => randomUUID())

/** Removes access from users as the protocol server does; returns the status of the response. */
async function remove(userIds: string[], isDryRun = false): Promise<number> {
  const entry = { method: 'DELETE', path: `/Users/${userIds[0]}`, body: undefined, changes: [], durationMs: 1, isDryRun } as const
  try {
    await withTenant(test.db, caller, async (tx) => {
      await provisioning.ports.limitRemovals(tx, caller, userIds)
      await provisioning.ports.record(caller, { ...entry, status: 204 }, tx)
    })
    return 204
  } catch (error) {
    const { code, parameters } = error as { code: string; parameters: { retryAfterSeconds: number } }
    expect([code, parameters.retryAfterSeconds]).toEqual(['deprovisioning_limit_reached', 600])
    await provisioning.ports.record(caller, { ...entry, status: 503, error: { detail: 'Limited.', code, parameters } })
    return 503
  }
}

const read = async () => {
  const answer = await test.call(getProvisioning, {}, { token: administrator })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.deprovisioningLimit
}
const etag = async () => String((await test.call(getProvisioning, {}, { token: administrator })).headers['etag'])
const decide = async (decision: DeprovisioningLimitDecision, ifMatch?: string) =>
  test.call(decideDeprovisioningLimit, { body: { decision }, ifMatch: ifMatch ?? (await etag()) }, { token: administrator })
const settle = async (body: object, ifMatch?: string) =>
  test.call(putDeprovisioningLimit, { body: body as never, ifMatch: ifMatch ?? (await etag()) }, { token: administrator })

describe('the deprovisioning limit', () => {
  it('allows the first twenty removals of an hour, counting each user once, and then stops', async () => {
    const first = people(20)
    for (const one of first) expect(await remove([one])).toBe(204)
    expect(await remove(first.slice(0, 3))).toBe(204)
    expect(await read()).toMatchObject({ state: 'watching', limit: 20, removed: 20, refused: 0 })
    expect(await remove(people(1))).toBe(503)
    expect(await read()).toMatchObject({ state: 'stopped', removed: 20, refused: 1, stoppedAt: expect.any(String) })
    // Every later removal waits too, even of users already counted.
    expect(await remove(first.slice(0, 1))).toBe(503)
    expect(await read()).toMatchObject({ state: 'stopped', refused: 2 })
  })

  it('refuses an operation that would remove too many users, and keeps all of them', async () => {
    expect(await remove(people(21))).toBe(503)
    expect(await read()).toMatchObject({ state: 'stopped', removed: 0 })
  })

  it('counts per hour, and allows a share of the users if that is more', async () => {
    await settle({ isOn: true, sharePercent: 100, minimumUsers: 1 })
    await test.buildUser(tenant)
    await test.buildUser(tenant)
    expect(await read()).toMatchObject({ limit: 3 })
    expect(await remove(people(3))).toBe(204)
    await pass(59)
    expect(await remove(people(1), true)).toBe(503)
    await pass(2)
    expect(await remove(people(1))).toBe(204)
    expect(await read()).toMatchObject({ state: 'watching', removed: 1 })
  })

  it('reports in a dry run what it would do, and does not stop', async () => {
    expect(await remove(people(21), true)).toBe(503)
    expect(await read()).toMatchObject({ state: 'watching', refused: 0 })
  })

  it('notifies administrators once, in the console and by mail, and writes to the system log', async () => {
    await remove(people(21))
    await remove(people(21))
    const { body } = await test.call(listNotifications, { query: {} }, { token: administrator })
    const told = body.items.filter((item: { messageType: string }) => item.messageType === 'ProvisioningStopped')
    expect(told).toHaveLength(1)
    expect(told[0].properties.displayMessage).toContain('more than 20 users')
    const events = await asOwner(test.db, 'operator', (tx) =>
      tx
        .selectFrom('system_log')
        .select('kind')
        .where('tenant_id', '=', tenant.tenantId)
        .where('kind', '=', 'provisioning_stopped')
        .execute(),
    )
    expect(events).toHaveLength(1)
    await test.app.background.runDue()
    const mails = server.mails.filter(({ to }) => to?.some(({ address }) => address === tenant.administrator.username))
    expect(mails.map(({ subject }) => subject)).toEqual([`Action needed: provisioning paused at Company ${tenant.tenantName}`])
    expect(mails[0]?.text).toContain('/home/company/scim-management')
  })
})

describe('a decision', () => {
  it('allows removals for an hour without counting them, then counts from zero', async () => {
    await remove(people(21))
    const released = await decide('release')
    expect(released.status, JSON.stringify(released.body)).toBe(200)
    expect(released.body.deprovisioningLimit).toMatchObject({ state: 'released', decidedBy: tenant.administrator.username })
    expect(await remove(people(50))).toBe(204)
    await pass(61)
    expect(await read()).toMatchObject({ state: 'watching', removed: 0 })
    expect(await remove(people(20))).toBe(204)
    expect(await remove(people(1))).toBe(503)
    expect(await read()).toMatchObject({ state: 'stopped', decidedBy: null })
  })

  it('keeps refusing until removals are resumed', async () => {
    await remove(people(21))
    expect((await decide('keep')).body.deprovisioningLimit).toMatchObject({ state: 'kept' })
    await pass(120)
    expect(await remove(people(1))).toBe(503)
    expect((await decide('resume')).body.deprovisioningLimit).toMatchObject({ state: 'watching', refused: 0 })
    expect(await remove(people(1))).toBe(204)
  })

  it('is void if there is nothing to decide, and refused if another administrator decided first', async () => {
    expect((await decide('release')).body.code).toBe('limit_decision_void')
    await remove(people(21))
    const seen = await etag()
    expect((await decide('keep', seen)).status).toBe(200)
    expect((await decide('release', seen)).status).toBe(412)
    expect((await decide('maybe' as DeprovisioningLimitDecision)).status).toBe(400)
  })
})

describe('settings', () => {
  it('are saved with an audit entry, refused when stale, and can turn the limit off', async () => {
    const before = await etag()
    const saved = await settle({ isOn: true, sharePercent: 25, minimumUsers: 5 }, before)
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect(saved.body.deprovisioningLimit).toMatchObject({ sharePercent: 25, minimumUsers: 5, limit: 5 })
    expect((await settle({ isOn: true, sharePercent: 30, minimumUsers: 5 }, before)).status).toBe(412)
    const audited = await asOwner(test.db, 'operator', (tx) =>
      tx
        .selectFrom('audit_entry')
        .select(['field_name', 'previous_value', 'current_value'])
        .where('tenant_id', '=', tenant.tenantId)
        .where('category', '=', 'Deprovisioning limit')
        .where('type', '=', 'Update')
        .execute(),
    )
    expect(audited).toContainEqual({ field_name: 'sharePercent', previous_value: '10', current_value: '25' })
    await remove(people(6))
    expect((await settle({ isOn: false, sharePercent: 25, minimumUsers: 5 })).body.deprovisioningLimit).toMatchObject({ state: 'off' })
    expect(await remove(people(100))).toBe(204)
    // After turning it on again, nothing from before is pending.
    expect((await settle({ isOn: true, sharePercent: 25, minimumUsers: 5 })).body.deprovisioningLimit).toMatchObject({ state: 'watching' })
  })

  it('refuse an invalid share', async () => {
    for (const body of [
      { isOn: true, sharePercent: 0, minimumUsers: 5 },
      { isOn: true, sharePercent: 101, minimumUsers: 5 },
      { isOn: true, sharePercent: 10, minimumUsers: 0 },
      { isOn: true, sharePercent: 10.5, minimumUsers: 5 },
      { sharePercent: 10, minimumUsers: 5 },
    ]) {
      expect((await settle(body)).status, JSON.stringify(body)).toBe(400)
    }
  })

  it('are separate for each tenant', async () => {
    await settle({ isOn: true, sharePercent: 50, minimumUsers: 7 })
    await remove(people(8))
    const other = await test.buildTenant()
    const token = await test.signIn(other, other.administrator)
    await activateFederation(test, other)
    const { body } = await test.call(getProvisioning, {}, { token })
    expect(body.deprovisioningLimit).toMatchObject({ state: 'watching', sharePercent: 10, minimumUsers: 20, removed: 0 })
    expect(body.baseUrl).toBe(`http://localhost:8080/scim/v2/${other.tenantName}`)
  })
})
