import { type RawBuilder, sql } from 'kysely'
import { type Task, addJobs, taskFor } from '../background/jobs.ts'
import type { ChangeMessage } from '../db/listen.ts'
import { type TenantTransaction, asOwner, systemContext, tenantIdOf, withTenant } from '../db/tenant.ts'
import type { NotificationContext } from './context.ts'
import type { ExpirySource } from '../area.ts'
import { expiriesJob } from './jobs.ts'
import { type Message, publish } from './publish.ts'

/** Days before the end on which to notify (product decisions, "Licenses"; once each). */
export const thresholdDays = [60, 30, 7] as const
const longestDays = Math.max(...thresholdDays)
/** Names that a message lists; the others are counted. */
const mostNames = 5
const dayMs = 86_400_000

interface Due {
  entity_id: string
  label: Record<string, string>
  ends_at: Date
}

/**
 * The smallest threshold reached: after missed days there is one notification, not one per passed threshold. `moment` is the
 * time of the scan.
 */
const thresholdOf = (endsAt: RawBuilder<unknown>, moment: Date) =>
  sql`(select min(days) from unnest(${[...thresholdDays]}::integer[]) days where ${endsAt} <= ${moment}::timestamptz + make_interval(days => days))`

/** The due items of a source, in one tenant or in all. */
const dueOf = (source: ExpirySource, moment: Date, tenantId?: string) => sql`
  select item.*, ${thresholdOf(sql`item.ends_at`, moment)} as threshold_days
    from (${source.rows(tenantId === undefined ? sql`true` : sql`tenant_id = ${tenantId}::uuid`)}) item
   where item.ends_at > ${moment}::timestamptz and item.ends_at <= ${moment}::timestamptz + make_interval(days => ${longestDays}::integer)`

const wasTold = (source: ExpirySource) => sql`
  exists (select from expiry_notice told
           where told.tenant_id = due.tenant_id and told.source = ${source.name} and told.entity_id = due.entity_id
             and told.ends_at = due.ends_at and told.threshold_days = due.threshold_days)`

/**
 * Notifies every tenant of what ends within 60, 30 and 7 days, once per threshold. Sent thresholds are saved in the same
 * transaction, so scans can run twice, concurrently, or be interrupted.
 */
export async function announceExpiries({ db, log, expirySources, settings }: NotificationContext): Promise<void> {
  const moment = settings.now()
  for (const source of expirySources()) {
    const tenants = await asOwner(
      db,
      'maintenance',
      async (tx) => {
        const { rows } = await sql<{ tenant_id: string }>`
          select distinct due.tenant_id from (${dueOf(source, moment)}) due
                 join tenant t on t.tenant_id = due.tenant_id and t.status = 'Active'
           where not ${wasTold(source)}`.execute(tx)
        return rows.map(({ tenant_id }) => tenant_id)
      },
      { readOnly: true },
    )
    for (const tenantId of tenants) {
      try {
        await withTenant(db, systemContext(tenantId), (tx) => announceSource(tx, source, moment))
      } catch (error) {
        // Continue with the other tenants; the next scan retries this one.
        log.error({ err: error, tenantId, source: source.name }, 'a tenant could not be notified of what expires')
      }
    }
  }
}

/** The same for one tenant, when what it has was changed. */
async function announceTenantExpiries({ db, expirySources, settings }: NotificationContext, tenantId: string): Promise<void> {
  const moment = settings.now()
  await withTenant(db, systemContext(tenantId), async (tx) => {
    const { status } = await tx.selectFrom('tenant').select('status').executeTakeFirstOrThrow()
    if (status !== 'Active') return
    for (const source of expirySources()) await announceSource(tx, source, moment)
  })
}

/** Checks a tenant again soon after something with an end date changed: what ends within days cannot wait for the daily scan. */
export function checkChangedExpiries(context: NotificationContext): { task: Task; onChange: (message: ChangeMessage) => void } {
  const { db, log, expirySources } = context
  return {
    task: taskFor(expiriesJob, ({ tenantId }) => announceTenantExpiries(context, tenantId)),
    onChange: (message) => {
      if (message.kind !== 'changed') return
      const { tenantId, tables } = message
      if (!expirySources().some(({ table }) => tables.includes(table))) return
      const key = `${expiriesJob.name}:${tenantId}`
      withTenant(db, systemContext(tenantId), (tx) => addJobs(tx, expiriesJob, [{ tenantId }], { key })).catch((error: unknown) =>
        log.warn({ err: error, tenantId }, 'what expires soon is checked with the next daily scan'),
      )
    },
  }
}

/** One notification for everything of a source that ends on the same day. */
async function announceSource(tx: TenantTransaction, source: ExpirySource, moment: Date): Promise<void> {
  const { rows } = await sql<Due>`
    with due as (${dueOf(source, moment, tenantIdOf(tx))}),
         told as (insert into expiry_notice (tenant_id, source, entity_id, ends_at, threshold_days)
                  select ${tenantIdOf(tx)}::uuid, ${source.name}, entity_id, ends_at, threshold_days from due
                      on conflict do nothing
                  returning entity_id, ends_at)
    select due.entity_id, due.label, due.ends_at from told join due using (entity_id, ends_at)
     order by due.ends_at, due.entity_id`.execute(tx)
  const byDay = Map.groupBy(rows, ({ ends_at }) => Math.floor(ends_at.getTime() / dayMs))
  for (const [first, ...more] of byDay.values()) {
    if (!first) continue
    const names = [first, ...more].map(({ label }) => source.nameOf(label)).toSorted((a, b) => a.localeCompare(b, 'en'))
    const message: Message = {
      messageType: source.messageType,
      parameters: { names: names.slice(0, mostNames), count: names.length },
      ExpiresAt: first.ends_at.toISOString(),
      ...(more.length === 0 ? source.propertiesOf?.(first.entity_id) : {}),
    }
    await publish(tx, message, moment)
  }
}

/** Deletes notifications past their retention, and thresholds of what has ended. */
export async function purgeNotifications({ db, settings }: NotificationContext): Promise<void> {
  const moment = settings.now()
  await asOwner(db, 'maintenance', async (tx) => {
    await sql`delete from notification where expires_at <= ${moment}`.execute(tx)
    await sql`delete from expiry_notice where ends_at < ${new Date(moment.getTime() - dayMs)}`.execute(tx)
  })
}
