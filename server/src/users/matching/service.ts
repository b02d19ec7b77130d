import { z } from 'zod'
import { problem } from '@steward/contract/errors'
import type { BodyOf } from '@steward/contract/http'
import { mostMatchingUsers } from '@steward/contract/users/constants'
import type { changeMatchingUsers } from '@steward/contract/users/matching-endpoints'
import type { UserChangeRun } from '@steward/contract/users/matching-schemas'
import { change as inOneTransaction } from '../../access/change.ts'
import { reachOfGroups } from '../../access/guard.ts'
import { type Job, type JobKind, type Task, addJobs, taskFor } from '../../background/jobs.ts'
import { isPreviewed, requireFreshIn } from '../../db/operation.ts'
import { ownChangeId } from '../../db/change-id.ts'
import { type TenantContext, type TenantTransaction, withTenant } from '../../db/tenant.ts'
import type { Caller } from '../../http/caller.ts'
import type { TextOf } from '../../http/problems.ts'
import type { Shared } from '../../shared.ts'
import { type BulkOutcome, changeUsersIn, tellFailed } from '../bulk.ts'
import type { UserContext } from '../context.ts'
import {
  type RunChange,
  type UserChangeRow,
  addProgress,
  deleteChangesBefore,
  disabledAmong,
  findChange,
  finishChange,
  groupExists,
  insertChange,
  markUndone,
  readCounts,
  matchingIds,
  membersAmong,
} from './queries.ts'

/** Users that one transaction changes. */
const batchSize = 200
const keptFailures = 100
const keptDays = 7
const dayMs = 86_400_000

const payload = z.strictObject({ tenantId: z.uuid(), userChangeId: z.uuid() })
type Payload = z.output<typeof payload>
const batchJob: JobKind<Payload> = { name: 'change_matching_users', payload, maxAttempts: 5 }
/** A kind of its own: a server of the release before leaves it to those that know it. */
const restoreJob: JobKind<Payload> = { name: 'restore_users', payload, maxAttempts: 5 }

const restore = { action: 'restore' } as const
type Change = Exclude<RunChange, typeof restore>

/** Putting deleted users back, of the area for changes. */
export interface Restoring {
  /** @param changeIds of their deletions, oldest first */
  restoreUsers(tx: TenantTransaction, ctx: TenantContext, changeIds: readonly string[]): Promise<BulkOutcome>
  /** @throws freshness_required */
  mustBeFreshToRestore(tx: TenantTransaction, changeIds: readonly string[]): Promise<void>
}

/** Changes all users that match a filter: each job changes a batch and adds the next job, in one transaction. */
export function createMatchingService(
  context: UserContext,
  { db, now, isGranted }: Pick<Shared, 'db' | 'now' | 'isGranted'>,
  restoring: () => Restoring,
) {
  async function start(tx: TenantTransaction, ctx: TenantContext, change: Change, userIds: readonly string[], textOf: TextOf) {
    // The background cannot ask.
    const gives = change.action === 'addToGroup' && (await reachOfGroups(tx, [change.groupId])).isAdministrator
    if (gives) await requireFreshIn(tx)
    // A preview shows what the batches will do.
    if (isPreviewed()) tellFailed((await changeUsersIn(context, tx, ctx, { userIds: [...userIds], change })).failed, textOf)
    const userChangeId = await insertChange(tx, { change, userIds, actor: ctx.actor })
    await addJobs(tx, batchJob, [{ tenantId: ctx.tenantId, userChangeId }])
    return show(tx, userChangeId, textOf)
  }

  async function startRestoring(tx: TenantTransaction, ctx: TenantContext, deletion: UserChangeRow, textOf: TextOf) {
    const { change_ids: changeIds, changed_ids: userIds } = deletion
    if (isPreviewed()) tellFailed((await restoring().restoreUsers(tx, ctx, changeIds)).failed, textOf)
    else await restoring().mustBeFreshToRestore(tx, changeIds)
    const userChangeId = await insertChange(tx, { change: restore, userIds, changeIds, actor: ctx.actor })
    await addJobs(tx, restoreJob, [{ tenantId: ctx.tenantId, userChangeId }])
    return show(tx, userChangeId, textOf)
  }

  /** Runs one batch of a change, as the person who started it. */
  const runBatch =
    (changeBatch: ChangeBatch) =>
    async ({ tenantId, userChangeId }: Payload, job: Job): Promise<void> => {
      const system = { tenantId, requestId: '', actor: { type: 'system' as const, id: 'system', name: 'Steward' } }
      const row = await withTenant(db, system, (tx) => findChange(tx, userChangeId), { readOnly: true })
      if (row?.status !== 'running') return
      const principal = { type: row.created_by_type, id: row.created_by, tenantId, name: row.created_by_name }
      const fail = () => withTenant(db, system, (tx) => finishChange(tx, userChangeId, 'failed', now()))
      if (!(await isGranted(principal, 'Admin.EditUsers'))) return fail()
      const { type, id, name } = principal
      const ctx: TenantContext = { tenantId, requestId: '', actor: { type, id, name } }
      try {
        await inOneTransaction(context.db, ctx, async (tx) => {
          const locked = await findChange(tx, userChangeId, true)
          if (locked?.status === 'running') await changeBatch(tx, ctx, locked)
        })
      } catch (error) {
        if (job.isLastAttempt) await fail()
        throw error
      }
    }

  async function changeBatch(tx: TenantTransaction, ctx: TenantContext, row: UserChangeRow): Promise<void> {
    const { change, user_change_id: userChangeId } = row
    if (change.action === 'restore') return
    const userIds = row.user_ids.slice(row.done, row.done + batchSize)
    const changed = await willChange(tx, change, userIds)
    const outcome = await changeUsersIn(context, tx, ctx, { userIds, change })
    const isDeletion = change.action === 'delete' && outcome.succeeded.length > 0
    const changeIds = isDeletion ? [...row.change_ids, await ownChangeId(tx)] : row.change_ids
    await addProgress(tx, userChangeId, progressOf(row, changed, outcome, changeIds))
    if (row.done + userIds.length < row.user_ids.length) await addJobs(tx, batchJob, [{ tenantId: ctx.tenantId, userChangeId }])
    else await finishChange(tx, userChangeId, 'done', now())
  }

  async function restoreBatch(tx: TenantTransaction, ctx: TenantContext, row: UserChangeRow): Promise<void> {
    const { user_change_id: userChangeId } = row
    const [changeId, ...left] = row.change_ids
    const outcome = await restoring().restoreUsers(tx, ctx, changeId === undefined ? [] : [changeId])
    await addProgress(tx, userChangeId, progressOf(row, new Set(), outcome, left))
    if (left.length > 0) await addJobs(tx, restoreJob, [{ tenantId: ctx.tenantId, userChangeId }])
    else await finishChange(tx, userChangeId, 'done', now())
  }

  return {
    /** @throws group_unknown, selection_empty, selection_too_large */
    start(ctx: Caller, { filter, change }: BodyOf<typeof changeMatchingUsers>, textOf: TextOf): Promise<UserChangeRun> {
      return withTenant(db, ctx, async (tx) => {
        if ('groupId' in change && !(await groupExists(tx, change.groupId))) throw problem('group_unknown', {}, { field: 'change.groupId' })
        const userIds = await matchingIds(tx, filter, mostMatchingUsers)
        if (userIds.length === 0) throw problem('selection_empty')
        if (userIds.length > mostMatchingUsers) throw problem('selection_too_large', { maximum: mostMatchingUsers })
        return start(tx, ctx, change, userIds, textOf)
      })
    },

    counts: (ctx: Caller) => withTenant(db, ctx, readCounts, { readOnly: true }),

    /** @throws not_found */
    get: (ctx: Caller, userChangeId: string, textOf: TextOf): Promise<UserChangeRun> =>
      withTenant(db, ctx, (tx) => show(tx, userChangeId, textOf), { readOnly: true }),

    /** @throws not_found */
    cancel(ctx: Caller, userChangeId: string, textOf: TextOf): Promise<UserChangeRun> {
      return withTenant(db, ctx, async (tx) => {
        await finishChange(tx, userChangeId, 'cancelled', now())
        return show(tx, userChangeId, textOf)
      })
    },

    /** @throws not_found, change_not_undoable */
    undo(ctx: Caller, userChangeId: string, textOf: TextOf): Promise<UserChangeRun> {
      return withTenant(db, ctx, async (tx) => {
        const row = await findChange(tx, userChangeId, true)
        if (!row) throw problem('not_found')
        const back = inverseOf(row.change)
        if (!back || !canUndo(row)) throw problem('change_not_undoable')
        await markUndone(tx, userChangeId)
        return back.action === 'restore' ? startRestoring(tx, ctx, row, textOf) : start(tx, ctx, back, row.changed_ids, textOf)
      })
    },

    tasks: [taskFor(batchJob, runBatch(changeBatch)), taskFor(restoreJob, runBatch(restoreBatch))] satisfies Task[],
    /** Forgets old changes. */
    clean: () => deleteChangesBefore(db, new Date(now().getTime() - keptDays * dayMs)),
  }
}

export type MatchingService = ReturnType<typeof createMatchingService>

type ChangeBatch = (tx: TenantTransaction, ctx: TenantContext, row: UserChangeRow) => Promise<void>

/** The change that takes a change back; undefined if nothing can. */
function inverseOf(change: RunChange): RunChange | undefined {
  switch (change.action) {
    case 'disable':
      return { action: 'enable' }
    case 'enable':
      return { action: 'disable' }
    case 'addToGroup':
      return { action: 'removeFromGroup', groupId: change.groupId }
    case 'removeFromGroup':
      return { action: 'addToGroup', groupId: change.groupId }
    case 'delete':
      return restore
    default:
      return undefined
  }
}

const canUndo = (row: UserChangeRow): boolean =>
  row.status !== 'running' &&
  !row.is_undone &&
  inverseOf(row.change) !== undefined &&
  (row.change.action === 'delete' ? row.change_ids : row.changed_ids).length > 0

/** The users for whom the change makes a difference that can be undone. */
async function willChange(tx: TenantTransaction, change: Change, userIds: readonly string[]): Promise<Set<string>> {
  switch (change.action) {
    case 'enable':
      return disabledAmong(tx, userIds)
    case 'disable':
      return new Set(userIds).difference(await disabledAmong(tx, userIds))
    case 'removeFromGroup':
      return membersAmong(tx, change.groupId, userIds)
    case 'addToGroup':
      return new Set(userIds).difference(await membersAmong(tx, change.groupId, userIds))
    case 'delete':
      return new Set(userIds)
    default:
      return new Set()
  }
}

function progressOf(row: UserChangeRow, changed: ReadonlySet<string>, outcome: BulkOutcome, changeIds: readonly string[]) {
  return {
    done: outcome.succeeded.length + outcome.failed.length,
    changeIds,
    succeeded: outcome.succeeded.length,
    changedIds: outcome.succeeded.filter((id) => changed.has(id)),
    failed: outcome.failed.length,
    failures: outcome.failed.slice(0, Math.max(0, keptFailures - row.failures.length)),
  }
}

/** @throws not_found */
async function show(tx: TenantTransaction, userChangeId: string, textOf: TextOf): Promise<UserChangeRun> {
  const row = await findChange(tx, userChangeId)
  if (!row) throw problem('not_found')
  return {
    userChangeId: row.user_change_id,
    change: row.change,
    status: row.status,
    total: row.user_ids.length,
    done: row.done,
    succeeded: row.succeeded,
    failed: row.failed,
    failures: row.failures.map(({ userId, username, code, parameters }) => ({ userId, username, code, message: textOf(code, parameters) })),
    canUndo: canUndo(row),
    createdBy: row.created_by_name,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}
