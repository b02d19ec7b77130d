import { sql } from 'kysely'
import type { z } from 'zod'
import type { UserChangeRun, userCountsSchema } from '@steward/contract/users/matching-schemas'
import { type TenantTransaction, asOwner, tenantIdOf } from '../../db/tenant.ts'
import type { Db } from '../../db/pool.ts'
import type { ErrorParameters } from '@steward/contract/errors'
import { type UserFilter, userConditions } from '../filter.ts'

export interface StoredFailure {
  userId: string
  username: string
  code: string
  parameters: ErrorParameters
}

export type RunChange = UserChangeRun['change']

export interface UserChangeRow {
  user_change_id: string
  change: RunChange
  user_ids: string[]
  status: 'running' | 'done' | 'cancelled' | 'failed'
  done: number
  succeeded: number
  failed: number
  changed_ids: string[]
  /** Of a deletion: the changes of its batches, oldest first. Of its undo: those that are still to be put back. */
  change_ids: string[]
  failures: StoredFailure[]
  is_undone: boolean
  created_by_type: 'user' | 'key'
  created_by: string
  created_by_name: string
  created_at: Date
  finished_at: Date | null
}

export type MatchingFilter = Omit<UserFilter, 'sort'> & { userIds?: readonly string[] | undefined }

/** The ids of the users that match, and one more than `most` if there are more. */
export async function matchingIds(tx: TenantTransaction, { userIds, ...filter }: MatchingFilter, most: number): Promise<string[]> {
  const among = userIds === undefined ? sql`` : sql`and u.user_id = any(${userIds}::uuid[])`
  const { rows } = await sql<{ user_id: string }>`
    select u.user_id from app_user u where ${userConditions(tenantIdOf(tx), filter)} ${among} limit ${most + 1}`.execute(tx)
  return rows.map((row) => row.user_id)
}

/** Which of these users are in a group. */
export async function membersAmong(tx: TenantTransaction, groupId: string, userIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from group_member where tenant_id = ${tenantIdOf(tx)}::uuid and group_id = ${groupId} and user_id = any(${userIds}::uuid[])`.execute(
    tx,
  )
  return new Set(rows.map((row) => row.user_id))
}

/** Which of these users are disabled. */
export async function disabledAmong(tx: TenantTransaction, userIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from app_user where tenant_id = ${tenantIdOf(tx)}::uuid and is_disabled and user_id = any(${userIds}::uuid[])`.execute(
    tx,
  )
  return new Set(rows.map((row) => row.user_id))
}

export async function groupExists(tx: TenantTransaction, groupId: string): Promise<boolean> {
  return (await tx.selectFrom('user_group').select('group_id').where('group_id', '=', groupId).executeTakeFirst()) !== undefined
}

interface NewChange {
  change: RunChange
  userIds: readonly string[]
  /** Of the undo of a deletion. */
  changeIds?: readonly string[]
  actor: { type: string; id: string; name: string }
}

/** Returns the id. */
export async function insertChange(tx: TenantTransaction, { change, userIds, changeIds = [], actor }: NewChange): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into user_change (tenant_id, change, user_ids, change_ids, created_by_type, created_by, created_by_name)
    values (${tenantIdOf(tx)}::uuid, ${JSON.stringify(change)}::jsonb, ${userIds}::uuid[], ${changeIds}::uuid[], ${actor.type}, ${actor.id}, ${actor.name})
    returning user_change_id as id`.execute(tx)
  return rows[0]?.id ?? ''
}

/** A change; `lock` locks it until the end of the transaction. */
export async function findChange(tx: TenantTransaction, userChangeId: string, lock = false): Promise<UserChangeRow | undefined> {
  const { rows } = await sql<UserChangeRow>`
    select user_change_id, change, user_ids, status, done, succeeded, failed, changed_ids, change_ids, failures, is_undone, created_by_type, created_by,
           created_by_name, created_at, finished_at
      from user_change where tenant_id = ${tenantIdOf(tx)}::uuid and user_change_id = ${userChangeId} ${lock ? sql`for update` : sql``}`.execute(
    tx,
  )
  return rows[0]
}

interface Progress {
  done: number
  succeeded: number
  changedIds: readonly string[]
  failed: number
  failures: readonly StoredFailure[]
  /** Now. */
  changeIds: readonly string[]
}

/** Adds a batch to what a change has done. */
export async function addProgress(tx: TenantTransaction, userChangeId: string, progress: Progress): Promise<void> {
  await sql`
    update user_change
       set done = done + ${progress.done}::int, succeeded = succeeded + ${progress.succeeded}::int, failed = failed + ${progress.failed}::int,
           changed_ids = changed_ids || ${progress.changedIds}::uuid[], failures = failures || ${JSON.stringify(progress.failures)}::jsonb,
           change_ids = ${progress.changeIds}::uuid[]
     where tenant_id = ${tenantIdOf(tx)}::uuid and user_change_id = ${userChangeId}`.execute(tx)
}

export async function finishChange(
  tx: TenantTransaction,
  userChangeId: string,
  status: 'done' | 'cancelled' | 'failed',
  finishedAt: Date,
): Promise<void> {
  await tx
    .updateTable('user_change')
    .set({ status, finished_at: finishedAt })
    .where('user_change_id', '=', userChangeId)
    .where('status', '=', 'running')
    .execute()
}

export async function markUndone(tx: TenantTransaction, userChangeId: string): Promise<void> {
  await tx.updateTable('user_change').set({ is_undone: true }).where('user_change_id', '=', userChangeId).execute()
}

/** Deletes changes that began before a moment. */
export const deleteChangesBefore = (db: Db, before: Date): Promise<unknown> =>
  asOwner(db, 'maintenance', (tx) => sql`delete from user_change where created_at < ${before}`.execute(tx))

/** The users of a tenant by status, from kept counts; only locked ones are counted. */
export async function readCounts(tx: TenantTransaction): Promise<z.output<typeof userCountsSchema>> {
  const tenantId = tenantIdOf(tx)
  const { rows } = await sql<z.output<typeof userCountsSchema>>`
    select coalesce(sum(n) filter (where facet = 'endUser/CONFIRMED'), 0)::int as active,
           coalesce(sum(n) filter (where facet = 'endUser/FORCE_CHANGE_PASSWORD'), 0)::int as invited,
           coalesce(sum(n) filter (where facet = 'endUser/EXTERNAL_PROVIDER'), 0)::int as external,
           coalesce(sum(n) filter (where facet like 'endUser/%/disabled'), 0)::int as disabled,
           (select count(*)::int from app_user u
             where u.tenant_id = ${tenantId}::uuid and u.user_type = 'endUser' and u.locked_until > now() and not u.is_disabled) as locked
      from row_count where tenant_id = ${tenantId}::uuid and table_name = 'app_user'`.execute(tx)
  return rows[0] ?? { active: 0, invited: 0, external: 0, disabled: 0, locked: 0 }
}
