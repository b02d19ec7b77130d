import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportAuditLog, getAuditChange, listAuditChanges, listAuditLog } from '@steward/contract/audit-log/endpoints'
import { createExport, downloadTemporaryFile } from '@steward/contract/exports/endpoints'
import { getHistory } from '@steward/contract/history/endpoints'
import type { HistoryEntry } from '@steward/contract/history/schemas'
import { exportSystemLog, getSystemEvent, getSystemLogHistogram, listSystemLog } from '@steward/contract/system-log/endpoints'
import { getTenant } from '@steward/contract/tenants/endpoints'
import { asOwner } from '../../db/tenant.ts'
import { type TestApp, type TestTenant, startTestApp } from '../../testing/app.ts'
import { readTenantSetting, saveTenantSetting } from '../../testing/tenant-settings.ts'

const dayMs = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * dayMs)

/** An entry in both logs at each of these times, in days before now. */
function write(app: TestApp, { tenantId, administrator }: TestTenant, days: readonly number[]) {
  const common = { tenant_id: tenantId }
  return asOwner(
    app.db,
    'operator',
    async (tx) => {
      await tx
        .insertInto('audit_entry')
        .values(
          days.map((day) => ({
            ...common,
            occurred_at: ago(day),
            type: 'Update',
            category: 'User',
            entity_id: administrator.userId,
            entity_name: `Change ${day}`,
            field_name: 'givenName',
            actor_type: 'system' as const,
            actor_id: 'system',
            actor_name: 'Steward',
          })),
        )
        .execute()
      await tx
        .insertInto('system_log')
        .values(
          days.map((day) => ({
            ...common,
            occurred_at: ago(day),
            kind: 'sign_out',
            outcome: 'success',
            user_id: administrator.userId,
            username: `event ${day}`,
          })),
        )
        .execute()
    },
    { tenantId },
  )
}

const everything = { from: ago(3_000).toISOString(), limit: 100 }
const filter = { from: everything.from }

describe('the retention of a tenant', () => {
  let app: TestApp
  let short: TestTenant
  let long: TestTenant
  let shortToken: string
  let longToken: string
  const cursors = { change: '', event: '' }

  const changesOf = async (token: string) => {
    const { body } = await app.call(listAuditLog, { query: { ...everything, field: ['givenName'], type: ['Update'] } }, { token })
    return { names: body.items.map((item: { entityName: string }) => item.entityName), keptDays: body.keptDays, from: body.from }
  }
  const eventsOf = async (token: string) => {
    const { body } = await app.call(listSystemLog, { query: { ...everything, kind: ['sign_out'] } }, { token })
    return { names: body.items.map((item: { username: string }) => item.username), keptDays: body.keptDays }
  }
  const retain = (value: { auditLogDays?: number | null; systemLogDays?: number | null }, tenant = short, token = shortToken) =>
    saveTenantSetting(app, tenant, 'logRetention', value, { token })

  beforeAll(async () => {
    app = await startTestApp()
    ;[short, long] = [await app.buildTenant(), await app.buildTenant()]
    ;[shortToken, longToken] = [await app.signIn(short, short.administrator), await app.signIn(long, long.administrator)]
    await write(app, short, [100, 390, 500])
    await write(app, long, [100, 390, 500])
  })
  afterAll(() => app.close())

  test('is 7 years for changes and 400 days for events, unless it is set', async () => {
    expect(await changesOf(shortToken)).toMatchObject({ names: ['Change 100', 'Change 390', 'Change 500'], keptDays: 2_557 })
    expect(await eventsOf(shortToken)).toEqual({ names: ['event 100', 'event 390'], keptDays: 400 })
    const { body } = await app.call(listAuditChanges, { query: everything }, { token: shortToken })
    cursors.change = body.items.find((item: { entityName: string }) => item.entityName === 'Change 390').cursor
    const events = await app.call(listSystemLog, { query: { ...everything, kind: ['sign_out'] } }, { token: shortToken })
    cursors.event = events.body.items[1].cursor
    expect((await app.call(getAuditChange, { params: { cursor: cursors.change } }, { token: shortToken })).status).toBe(200)
    expect((await app.call(getSystemEvent, { params: { cursor: cursors.event } }, { token: shortToken })).status).toBe(200)
  })

  test('hides older entries from its lists, charts, details and exports, and leaves other tenants theirs', async () => {
    expect((await retain({ auditLogDays: 365, systemLogDays: 92 })).status).toBe(200)
    const by = { token: shortToken }

    const changes = await changesOf(shortToken)
    expect(changes).toMatchObject({ names: ['Change 100'], keptDays: 365 })
    expect(Math.abs(Date.parse(changes.from) - ago(365).getTime())).toBeLessThan(60_000)
    expect(await eventsOf(shortToken)).toEqual({ names: [], keptDays: 92 })
    const folded = await app.call(listAuditChanges, { query: everything }, by)
    expect(folded.body.items.some((item: { occurredAt: string }) => Date.parse(item.occurredAt) < ago(365).getTime())).toBe(false)
    for (const query of [filter, { until: new Date().toISOString() }]) {
      const { body } = await app.call(getSystemLogHistogram, { query: { ...query, kind: ['sign_out'] } }, by)
      expect(body.buckets.some(({ success }: { success: number }) => success > 0)).toBe(false)
      expect(Date.parse(body.from)).toBeGreaterThan(ago(93).getTime())
    }
    const old = { from: ago(500).toISOString(), until: ago(450).toISOString() }
    expect((await app.call(listAuditLog, { query: old }, by)).body.items).toEqual([])
    expect((await app.call(getSystemLogHistogram, { query: old }, by)).body).toMatchObject({ from: old.until, until: old.until })
    expect((await app.call(getAuditChange, { params: { cursor: cursors.change } }, by)).status).toBe(404)
    expect((await app.call(getSystemEvent, { params: { cursor: cursors.event } }, by)).status).toBe(404)
    expect(String((await app.call(exportAuditLog, { query: filter }, by)).body)).not.toContain('Change 390')
    expect(String((await app.call(exportSystemLog, { query: filter }, by)).body)).not.toContain('event 100')

    expect((await changesOf(longToken)).names).toHaveLength(3)
    expect((await eventsOf(longToken)).names).toHaveLength(2)
    expect(String((await app.call(exportAuditLog, { query: filter }, { token: longToken })).body)).toContain('Change 390')
  })

  test('also counts for exports in the background and for the history of a user', async () => {
    const by = { token: shortToken }
    for (const [kind, hidden] of [
      ['audit-log', 'Change 390'],
      ['system-log', 'event 100'],
    ] as const) {
      const { fileId } = (await app.call(createExport, { body: { kind, filter } }, by)).body
      await app.app.background.runDue()
      const file = await app.call(downloadTemporaryFile, { params: { fileId } }, by)
      expect(file.status).toBe(200)
      expect(String(file.body)).not.toContain(hidden)
    }
    const { userId } = short.administrator
    const { body } = await app.call(getHistory, { query: { record: 'user', id: userId, limit: 100 } }, by)
    const items: HistoryEntry[] = body.items
    const before = ({ occurredAt }: HistoryEntry, days: number) => Date.parse(occurredAt) < ago(days).getTime()
    expect(items.some((item) => item.event === null && before(item, 99))).toBe(true)
    expect(items.some((item) => before(item, 365))).toBe(false)
    expect(items.some((item) => item.event !== null && before(item, 92))).toBe(false)
  })

  test("is refused beyond the operator's limits, which the tenant shows", async () => {
    const { body: tenant } = await app.call(getTenant, {}, { token: shortToken })
    expect(tenant.logRetention).toEqual({
      auditLog: { defaultDays: 2_557, minimumDays: 365, maximumDays: 3_653 },
      systemLog: { defaultDays: 400, minimumDays: 92, maximumDays: 3_653 },
    })
    expect((await retain({ auditLogDays: 364, systemLogDays: 3_654 })).body).toMatchObject({
      code: 'invalid_request',
      errors: [
        { field: 'value.auditLogDays', code: 'too_small', parameters: { minimum: 365 } },
        { field: 'value.systemLogDays', code: 'too_big', parameters: { maximum: 3_653 } },
      ],
    })
    for (const auditLogDays of [30, 1.5, '400']) {
      expect((await retain({ auditLogDays: auditLogDays as number })).status, String(auditLogDays)).toBe(400)
    }
    expect((await readTenantSetting(app, short, 'logRetention', { token: shortToken })).body).toEqual({
      auditLogDays: 365,
      systemLogDays: 92,
    })
  })

  test('is in the audit log', async () => {
    const { body } = await app.call(listAuditLog, { query: { category: ['Setting'] } }, { token: shortToken })
    expect(body.items[0]).toMatchObject({ entityName: 'logRetention', actorName: short.administrator.username })
  })
})

test("the operator's limits win over what was saved before", async () => {
  const app = await startTestApp({ environment: { STEWARD_AUDIT_LOG_MIN_DAYS: '730', STEWARD_SYSTEM_LOG_MAX_DAYS: '500' } })
  const tenant = await app.buildTenant()
  const token = await app.signIn(tenant, tenant.administrator)
  await asOwner(
    app.db,
    'operator',
    (tx) =>
      tx
        .insertInto('datastore_entry')
        .values({
          tenant_id: tenant.tenantId,
          level: 'Tenant',
          level_id: tenant.tenantId,
          entry_key: 'logRetention',
          value: JSON.stringify({ auditLogDays: 365, systemLogDays: 3_000 }),
        })
        .execute(),
    { tenantId: tenant.tenantId },
  )
  await write(app, tenant, [500])
  const { body } = await app.call(listAuditLog, { query: { ...everything, search: 'Change 500' } }, { token })
  expect([body.keptDays, body.items.length]).toEqual([730, 1])
  expect((await app.call(listSystemLog, { query: {} }, { token })).body.keptDays).toBe(500)
  await app.close()
})
