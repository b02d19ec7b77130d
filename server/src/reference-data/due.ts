import { type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../db/pool.ts'
import { type TenantTransaction, asOwner, systemContext, tenantIdOf, withTenant } from '../db/tenant.ts'
import { publish } from '../notifications/publish.ts'

interface DueScheme {
  currency_scheme_code: string
  currency_scheme_name: string
  update_interval_in_days: number
  due_at: Date
}

/** Active schemes whose newest vintage is older than their update interval, and that no one was notified of. */
const dueSchemes = (tenants: RawBuilder<unknown>, moment: Date) => sql`
  (select s.*, due.due_at
     from currency_scheme s
     cross join lateral (
       select coalesce((select max(v.published_at) from currency_vintage v
                         where v.tenant_id = s.tenant_id and v.currency_scheme_id = s.currency_scheme_id and v.status = 'Published'),
                       s.created_at) + make_interval(days => s.update_interval_in_days) as due_at) due
    where ${tenants} and s.is_active and s.update_interval_in_days > 0 and due.due_at <= ${moment}::timestamptz
      and s.told_due_at is distinct from due.due_at) due`

/**
 * Notifies every tenant of schemes that are due, once for each due time. It is saved in the transaction of the notification, so this can
 * run twice, concurrently, or be interrupted.
 */
export async function announceDueSchemes({ db, log, now }: { db: Db; log: Logger; now: () => Date }): Promise<void> {
  const moment = now()
  const tenants = await asOwner(
    db,
    'maintenance',
    async (tx) => {
      const { rows } = await sql<{ tenant_id: string }>`
        select distinct due.tenant_id from ${dueSchemes(sql`true`, moment)} join tenant t on t.tenant_id = due.tenant_id and t.status = 'Active'`.execute(
        tx,
      )
      return rows.map(({ tenant_id }) => tenant_id)
    },
    { readOnly: true },
  )
  for (const tenantId of tenants) {
    try {
      await withTenant(db, systemContext(tenantId), (tx) => announce(tx, moment))
    } catch (error) {
      // Continue with the other tenants; the next run retries this one.
      log.error({ err: error, tenantId }, 'a tenant could not be notified of due schemes')
    }
  }
}

async function announce(tx: TenantTransaction, moment: Date): Promise<void> {
  const tenantId = tenantIdOf(tx)
  const { rows } = await sql<DueScheme>`
    update currency_scheme told set told_due_at = due.due_at
      from ${dueSchemes(sql`s.tenant_id = ${tenantId}::uuid`, moment)}
     where told.tenant_id = ${tenantId}::uuid and told.currency_scheme_id = due.currency_scheme_id
       and told.told_due_at is distinct from due.due_at
    returning due.currency_scheme_code, due.currency_scheme_name, due.update_interval_in_days, due.due_at`.execute(tx)
  for (const scheme of rows) {
    await publish(
      tx,
      {
        messageType: 'CurrencySchemeDueEvent',
        parameters: {
          schemeCode: scheme.currency_scheme_code,
          schemeName: scheme.currency_scheme_name,
          days: scheme.update_interval_in_days,
        },
        ExpiresAt: scheme.due_at.toISOString(),
      },
      moment,
    )
  }
}
