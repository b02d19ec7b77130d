import { sql } from 'kysely'
import { problem } from '@steward/contract/errors'
import type { DeprovisioningLimit, DeprovisioningLimitSettings } from '@steward/contract/provisioning/schemas'
import { type DeprovisioningLimitDecision, defaultDeprovisioningLimitSettings } from '@steward/contract/provisioning/constants'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { Row } from '../db/types.ts'

/** The deprovisioning limit: if more than a set share of users would lose access within an hour, removals wait for an administrator. */

const hourMs = 3_600_000
/** Retry-After for operations that wait for an administrator. */
const retryAfterSeconds = 600

type DeprovisioningLimitRow = Pick<
  Row<'provisioning_brake'>,
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
    .selectFrom('provisioning_brake')
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

/** The number of users who can lose access within an hour. */
async function limitOf(tx: TenantTransaction, row: DeprovisioningLimitRow): Promise<number> {
  const { rows } = await sql<{ users: number }>`
    select coalesce(sum(n), 0)::int as users from row_count
     where tenant_id = ${tenantIdOf(tx)}::uuid and table_name = 'app_user'`.execute(tx)
  return Math.max(row.minimum_users, Math.ceil(((rows[0]?.users ?? 0) * row.share_percent) / 100))
}

/** The number of users who lost access within the last hour. */
async function countRemoved(tx: TenantTransaction, now: Date): Promise<number> {
  const { n } = await tx
    .selectFrom('provisioning_removal')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('removed_at', '>', new Date(now.getTime() - hourMs))
    .executeTakeFirstOrThrow()
  return n
}

/**
 * Records that these users lose access in this transaction, each once an hour.
 * @throws provisioning_braked if that exceeds the limit, or if a decision is pending
 */
export async function limitRemovals(tx: TenantTransaction, userIds: readonly string[], now: Date): Promise<void> {
  if (userIds.length === 0) return
  const row = await readRow(tx)
  const state = stateOf(row, now)
  if (state === 'off' || state === 'released') return
  if (state !== 'watching') throw braked()
  await tx
    .deleteFrom('provisioning_removal')
    .where('removed_at', '<=', new Date(now.getTime() - hourMs))
    .execute()
  // In key order, so that transactions removing the same users wait for each other instead of deadlocking.
  await tx
    .insertInto('provisioning_removal')
    .columns(['tenant_id', 'user_id', 'removed_at'])
    .expression(sql`select ${tenantIdOf(tx)}::uuid, id, ${now}::timestamptz from unnest(${userIds}::uuid[]) id group by id order by id`)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if ((await countRemoved(tx, now)) > (await limitOf(tx, row))) throw braked()
}

const braked = () => problem('provisioning_braked', { retryAfterSeconds })

/** Stops removals until an administrator decides. Returns the exceeded limit if this call stopped them. */
export async function stop(tx: TenantTransaction, now: Date): Promise<{ limit: number } | undefined> {
  const stopped = await tx
    .insertInto('provisioning_brake')
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
          sql<boolean>`provisioning_brake.is_on and (provisioning_brake.state = 'watching'
                       or provisioning_brake.state = 'released' and provisioning_brake.released_until <= ${now})`,
        ),
    )
    .returning('version')
    .executeTakeFirst()
  return stopped && { limit: await limitOf(tx, await readRow(tx)) }
}

/** The state of the limit, and its version. */
export async function readLimit(tx: TenantTransaction, now: Date): Promise<{ brake: DeprovisioningLimit; version: number }> {
  const row = await readRow(tx)
  const refused =
    row.stopped_at === null
      ? undefined
      : await tx
          .selectFrom('provisioning_event')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .where('outcome', '=', 'braked')
          .where('is_dry_run', '=', false)
          .where('occurred_at', '>=', row.stopped_at)
          .executeTakeFirstOrThrow()
  return {
    brake: {
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
    insert into provisioning_brake (tenant_id, is_on, share_percent, minimum_users, version)
    values (${tenantIdOf(tx)}::uuid, ${untouched.is_on}, ${untouched.share_percent}, ${untouched.minimum_users}, 0)
    on conflict do nothing`.execute(tx)
  await sql`select from provisioning_brake where tenant_id = ${tenantIdOf(tx)}::uuid for update`.execute(tx)
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
    .updateTable('provisioning_brake')
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

/** Applies a decision. If removals continue, the count starts over. @throws version_conflict, brake_decision_void */
export async function decide(
  tx: TenantTransaction,
  decision: DeprovisioningLimitDecision,
  { by, now, ifMatch }: { by: string; now: Date; ifMatch: number | undefined },
): Promise<void> {
  const row = await locked(tx, ifMatch)
  if (!decidable[decision].includes(stateOf(row, now))) throw problem('brake_decision_void')
  const decided = { decided_at: now, decided_by_name: by }
  const next = {
    release: { state: 'released', released_until: new Date(now.getTime() + hourMs), ...decided },
    keep: { state: 'kept', ...decided },
    resume: watching,
  } as const
  await tx.updateTable('provisioning_brake').set(next[decision]).execute()
  if (decision !== 'keep') await tx.deleteFrom('provisioning_removal').execute()
}
