import { sql } from 'kysely'
import { problem } from '@steward/contract/errors'
import type { DeprovisioningLimit, DeprovisioningLimitSettings } from '@steward/contract/provisioning/schemas'
import { type DeprovisioningLimitDecision, defaultDeprovisioningLimitSettings } from '@steward/contract/provisioning/constants'
import { executePrepared } from '../db/prepared.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { Row } from '../db/types.ts'

/** The deprovisioning limit: if more than a set share of users would lose access within an hour, removals wait for an administrator. */

const hourMs = 3_600_000
/** Retry-After for operations that wait for an administrator. */
const retryAfterSeconds = 600

type DeprovisioningLimitRow = Pick<
  Row<'deprovisioning_limit'>,
  'is_on' | 'share_percent' | 'minimum_users' | 'state' | 'stopped_at' | 'decided_at' | 'decided_by_name' | 'released_until' | 'version'
>

/** The default settings. */
const untouched: DeprovisioningLimitRow = {
  is_on: defaultDeprovisioningLimitSettings.isOn,
  share_percent: defaultDeprovisioningLimitSettings.sharePercent,
  minimum_users: defaultDeprovisioningLimitSettings.minimumUsers,
  state: 'watching',
  stopped_at: null,
  decided_at: null,
  decided_by_name: null,
  released_until: null,
  version: 0,
}

const readRow = async (tx: TenantTransaction): Promise<DeprovisioningLimitRow> =>
  (await tx
    .selectFrom('deprovisioning_limit')
    .select([
      'is_on',
      'share_percent',
      'minimum_users',
      'state',
      'stopped_at',
      'decided_at',
      'decided_by_name',
      'released_until',
      'version',
    ])
    .executeTakeFirst()) ?? untouched

/** The current state; a release expires after its hour. */
function stateOf(row: DeprovisioningLimitRow, now: Date): DeprovisioningLimit['state'] {
  if (!row.is_on) return 'off'
  if (row.state === 'released' && (row.released_until === null || row.released_until <= now)) return 'watching'
  return row.state
}

/** The number of users who can lose access within an hour, of so many. */
const limitFor = (row: DeprovisioningLimitRow, users: number): number =>
  Math.max(row.minimum_users, Math.ceil((users * row.share_percent) / 100))

async function limitOf(tx: TenantTransaction, row: DeprovisioningLimitRow): Promise<number> {
  const { rows } = await sql<{ users: number }>`
    select coalesce(sum(n), 0)::int as users from row_count
     where tenant_id = ${tenantIdOf(tx)}::uuid and table_name = 'app_user'`.execute(tx)
  return limitFor(row, rows[0]?.users ?? 0)
}

/** The number of users who lost access within the last hour. */
async function countRemoved(tx: TenantTransaction, now: Date): Promise<number> {
  const { n } = await tx
    .selectFrom('provisioning_removal')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('removed_at', '>', hourBefore(now))
    .executeTakeFirstOrThrow()
  return n
}

const hourBefore = (now: Date): Date => new Date(now.getTime() - hourMs)

/**
 * Records that these users lose access in this transaction, each once an hour. Leaves out the accounts that provisioning created
 * within the hour and that were never used: a provider that corrects itself takes nothing from anyone.
 * @throws deprovisioning_limit_reached if that exceeds the limit, or if a decision is pending
 */
export async function limitRemovals(tx: TenantTransaction, userIds: readonly string[], now: Date): Promise<void> {
  if (userIds.length === 0) return
  const { settings, leaving } = await readRemoval(tx, userIds, now)
  const row = settings
    ? { ...settings, released_until: settings.released_until === null ? null : new Date(settings.released_until) }
    : untouched
  const state = stateOf(row, now)
  if (leaving.length === 0 || state === 'off' || state === 'released') return
  if (state !== 'watching') throw limitReached()
  const { removed, users } = await recordRemovals(tx, leaving, now)
  if (removed > limitFor(row, users)) throw limitReached()
}

const limitReached = () => problem('deprovisioning_limit_reached', { retryAfterSeconds })

interface Removal {
  /** As JSON. */
  settings: (Omit<DeprovisioningLimitRow, 'released_until'> & { released_until: string | null }) | null
  leaving: string[]
}

/** By the ids: the planner would compare each with everyone who was created within the hour. */
async function readRemoval(tx: TenantTransaction, userIds: readonly string[], now: Date): Promise<Removal> {
  const tenantId = tenantIdOf(tx)
  const { rows } = await executePrepared(
    tx,
    sql<Removal>`
      select (select to_jsonb(d) from deprovisioning_limit d where d.tenant_id = ${tenantId}::uuid) as settings,
             array(select id::text from unnest(${userIds}::uuid[]) id
                    where id <> all (array(
                      select u.user_id
                        from app_user u join scim_user s on s.tenant_id = u.tenant_id and s.user_id = u.user_id
                       where u.tenant_id = ${tenantId}::uuid and u.user_id = any(${userIds}::uuid[])
                         and u.created_at > ${hourBefore(now)}::timestamptz and s.created_at = u.created_at
                         and u.last_sign_in_at is null))) as leaving`,
  )
  return rows[0] ?? { settings: null, leaving: [] }
}

async function recordRemovals(tx: TenantTransaction, userIds: readonly string[], now: Date): Promise<{ removed: number; users: number }> {
  const tenantId = tenantIdOf(tx)
  // In key order, so that transactions removing the same users wait for each other instead of deadlocking.
  const insert = tx
    .insertInto('provisioning_removal')
    .columns(['tenant_id', 'user_id', 'removed_at'])
    .expression(sql`select ${tenantId}::uuid, id, ${now}::timestamptz from unnest(${userIds}::uuid[]) id group by id order by id`)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id'])
        .doUpdateSet({ removed_at: now })
        .where('provisioning_removal.removed_at', '<=', hourBefore(now)),
    )
  // Sent together; the count sees what the insert wrote.
  const [, { rows }] = await Promise.all([
    executePrepared(tx, insert),
    executePrepared(
      tx,
      sql<{ removed: number; users: number }>`
        select (select count(*)::int from provisioning_removal
                 where tenant_id = ${tenantId}::uuid and removed_at > ${hourBefore(now)}::timestamptz) as removed,
               (select coalesce(sum(n), 0)::int from row_count where tenant_id = ${tenantId}::uuid and table_name = 'app_user') as users`,
    ),
  ])
  return rows[0] ?? { removed: 0, users: 0 }
}

/** Stops removals until an administrator decides. Returns the exceeded limit if this call stopped them. */
export async function stop(tx: TenantTransaction, now: Date): Promise<{ limit: number } | undefined> {
  const stopped = await tx
    .insertInto('deprovisioning_limit')
    .columns(['tenant_id', 'is_on', 'share_percent', 'minimum_users', 'state', 'stopped_at'])
    .expression(
      sql`select ${tenantIdOf(tx)}::uuid, ${untouched.is_on}::boolean, ${untouched.share_percent}::int, ${untouched.minimum_users}::int,
                 'stopped', ${now}::timestamptz`,
    )
    .onConflict((conflict) =>
      conflict
        .column('tenant_id')
        .doUpdateSet({ state: 'stopped', stopped_at: now, decided_at: null, decided_by_name: null, released_until: null })
        .where(
          sql<boolean>`deprovisioning_limit.is_on and (deprovisioning_limit.state = 'watching'
                       or deprovisioning_limit.state = 'released' and deprovisioning_limit.released_until <= ${now})`,
        ),
    )
    .returning('version')
    .executeTakeFirst()
  return stopped && { limit: await limitOf(tx, await readRow(tx)) }
}

/** The state of the limit, and its version. */
export async function readLimit(tx: TenantTransaction, now: Date): Promise<{ deprovisioningLimit: DeprovisioningLimit; version: number }> {
  const row = await readRow(tx)
  const refused =
    row.stopped_at === null
      ? undefined
      : await tx
          .selectFrom('provisioning_event')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .where('outcome', '=', 'limited')
          .where('is_dry_run', '=', false)
          .where('occurred_at', '>=', row.stopped_at)
          .executeTakeFirstOrThrow()
  return {
    deprovisioningLimit: {
      ...settingsOf(row),
      state: stateOf(row, now),
      limit: await limitOf(tx, row),
      removed: await countRemoved(tx, now),
      stoppedAt: row.stopped_at?.toISOString() ?? null,
      refused: refused?.n ?? 0,
      decidedBy: row.decided_by_name,
      decidedAt: row.decided_at?.toISOString() ?? null,
      releasedUntil: row.released_until?.toISOString() ?? null,
    },
    version: row.version,
  }
}

const settingsOf = (row: DeprovisioningLimitRow): DeprovisioningLimitSettings => ({
  isOn: row.is_on,
  sharePercent: row.share_percent,
  minimumUsers: row.minimum_users,
})

/** Creates the row if missing, locks it, and compares it with the version that the caller saw. @throws version_conflict */
async function locked(tx: TenantTransaction, ifMatch: number | undefined): Promise<DeprovisioningLimitRow> {
  await sql`
    insert into deprovisioning_limit (tenant_id, is_on, share_percent, minimum_users, version)
    values (${tenantIdOf(tx)}::uuid, ${untouched.is_on}, ${untouched.share_percent}, ${untouched.minimum_users}, 0)
    on conflict do nothing`.execute(tx)
  await sql`select from deprovisioning_limit where tenant_id = ${tenantIdOf(tx)}::uuid for update`.execute(tx)
  const row = await readRow(tx)
  if (ifMatch !== undefined && ifMatch !== row.version) throw problem('version_conflict')
  return row
}

/** Saves the settings. Turning the limit off also clears a pending decision. @throws version_conflict */
export async function saveSettings(
  tx: TenantTransaction,
  settings: DeprovisioningLimitSettings,
  ifMatch: number | undefined,
): Promise<void> {
  const row = await locked(tx, ifMatch)
  await tx
    .updateTable('deprovisioning_limit')
    .set({
      is_on: settings.isOn,
      share_percent: settings.sharePercent,
      minimum_users: settings.minimumUsers,
      ...(settings.isOn || row.state === 'watching' ? {} : watching),
    })
    .execute()
}

const watching = { state: 'watching', stopped_at: null, decided_at: null, decided_by_name: null, released_until: null } as const

/** The states in which each decision applies. */
const decidable: Record<DeprovisioningLimitDecision, readonly DeprovisioningLimit['state'][]> = {
  release: ['stopped', 'kept'],
  keep: ['stopped'],
  resume: ['kept', 'released'],
}

/** Applies a decision. If removals continue, the count starts over. @throws version_conflict, limit_decision_void */
export async function decide(
  tx: TenantTransaction,
  decision: DeprovisioningLimitDecision,
  { by, now, ifMatch }: { by: string; now: Date; ifMatch: number | undefined },
): Promise<void> {
  const row = await locked(tx, ifMatch)
  if (!decidable[decision].includes(stateOf(row, now))) throw problem('limit_decision_void')
  const decided = { decided_at: now, decided_by_name: by }
  const next = {
    release: { state: 'released', released_until: new Date(now.getTime() + hourMs), ...decided },
    keep: { state: 'kept', ...decided },
    resume: watching,
  } as const
  await tx.updateTable('deprovisioning_limit').set(next[decision]).execute()
  if (decision !== 'keep') await tx.deleteFrom('provisioning_removal').execute()
}
