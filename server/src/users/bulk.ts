import { sql } from 'kysely'
import { type ErrorParameters, ProblemException, problem } from '@steward/contract/errors'
import { accessActions } from '@steward/contract/users/constants'
import type { BodyOf, ResponseOf } from '@steward/contract/http'
import type { bulkUsers } from '@steward/contract/users/endpoints'
import { noteRefused, noted } from '../db/operation.ts'
import type { TenantContext, TenantTransaction } from '../db/tenant.ts'
import { change as inOneTransaction } from '../access/change.ts'
import { refusalOf } from '../access/constraints.ts'
import { Guard, administratorsAmong, reachOfGroups } from '../access/guard.ts'
import type { TextOf } from '../http/problems.ts'
import { type FoundGroup, addMembers, distinctIds, groupIdsOf, lockGroups, removeMembers } from '../groups/membership.ts'
import type { UserContext } from './context.ts'
import { type LockedUser, lockUsers } from './queries.ts'
import { deleteUsers, mustBeOurs, resendActivation, setDisabled } from './service.ts'

export type BulkRequest = BodyOf<typeof bulkUsers>
export type BulkResult = ResponseOf<typeof bulkUsers>
type Change = BulkRequest['change']

interface Work {
  context: UserContext
  tx: TenantTransaction
  ctx: TenantContext
  guard: Guard
  change: Change
  group: FoundGroup | undefined
}

/** The users that one change was applied to, and those that it was refused for. */
export interface BulkOutcome {
  succeeded: string[]
  failed: { userId: string; username: string; code: string; parameters: ErrorParameters }[]
}

/**
 * Applies one action to many users in one transaction; each succeeds or fails independently.
 * @param textOf the text of an error code
 * @throws group_unknown if the group to add to or remove from doesn't exist
 */
export function changeManyUsers(context: UserContext, ctx: TenantContext, request: BulkRequest, textOf: TextOf): Promise<BulkResult> {
  return inOneTransaction(context.db, ctx, async (tx) => {
    const { succeeded, failed } = await changeUsersIn(context, tx, ctx, request)
    return { succeeded, failed: tellFailed(failed, textOf) }
  })
}

/** Those whom a change fails for, with the reasons as texts. A preview names them. */
export function tellFailed(failed: BulkOutcome['failed'], textOf: TextOf): BulkResult['failed'] {
  const told = failed.map(({ parameters, ...one }) => ({ ...one, message: textOf(one.code, parameters) }))
  noteRefused(told.map(({ userId, username, ...why }) => ({ id: userId, name: username, ...why })))
  return told
}

/**
 * The same in the caller's transaction, with codes instead of texts.
 * @throws group_unknown
 */
export async function changeUsersIn(
  context: UserContext,
  tx: TenantTransaction,
  ctx: TenantContext,
  { userIds, change }: BulkRequest,
): Promise<BulkOutcome> {
  // The last-administrator rule must be checked for each user, not for all at the end.
  await sql`set constraints all immediate`.execute(tx)
  const ids = distinctIds(userIds).toSorted()
  const target = 'groupId' in change ? distinctIds([change.groupId]) : []
  const groups = await lockGroups(tx, distinctIds([...target, ...(await groupIdsOf(tx, ids))]))
  const group = groups.find(({ group_id }) => group_id === target[0])
  if (target.length > 0 && !group) throw problem('group_unknown', {}, { field: 'change.groupId' })

  const work: Work = { context, tx, ctx, guard: new Guard(tx, ctx.actor), change, group }
  const locked = await lockUsers(tx, ids, change.action === 'delete' ? 'delete' : 'change')
  const users = new Map(locked.map((user) => [user.user_id, user]))
  const changed = await changeTogether(work, locked)
  const outcome: BulkOutcome = { succeeded: [], failed: [] }
  for (const userId of ids) {
    const user = users.get(userId)
    const refusal = changed.has(userId) ? undefined : await attempt(tx, () => changeSome(work, user && [user]))
    if (!refusal) outcome.succeeded.push(userId)
    else outcome.failed.push({ userId, username: user?.username ?? '', code: refusal.code, parameters: refusal.parameters })
  }
  return outcome
}

/**
 * Changes those in single statements who have no reason of their own to be refused. If that is refused, no one is changed here; one by
 * one, each has their reason. Returns the ids of the changed ones.
 */
async function changeTogether(work: Work, users: readonly LockedUser[]): Promise<ReadonlySet<string>> {
  const { tx, ctx, change } = work
  // These are refused for a reason of one user only where that user is an administrator or the caller.
  if (!accessActions.has(change.action)) return new Set()
  const apart = await administratorsAmong(
    tx,
    users.map(({ user_id }) => user_id),
  )
  const together = users.filter(({ user_id }) => user_id !== ctx.actor.id && !apart.has(user_id))
  if (together.length < 2 || (await attempt(tx, () => changeSome(work, together)))) return new Set()
  return new Set(together.map(({ user_id }) => user_id))
}

/** Runs a change behind a savepoint; a refusal rolls back only this change and is returned. */
async function attempt(tx: TenantTransaction, work: () => Promise<void>): Promise<ProblemException | undefined> {
  await sql`savepoint one_change`.execute(tx)
  const takeBack = noted()
  try {
    await work()
    await sql`release savepoint one_change`.execute(tx)
    return undefined
  } catch (error) {
    const refusal = refusalOf(error)
    // A confirmation that is missing is missing for all.
    if (!(refusal instanceof ProblemException) || refusal.code === 'freshness_required') throw error
    await sql`rollback to savepoint one_change`.execute(tx)
    takeBack()
    return refusal
  }
}

/** @param users undefined for a user who doesn't exist */
async function changeSome({ context, tx, ctx, guard, change, group }: Work, users: readonly LockedUser[] | undefined): Promise<void> {
  if (!users) throw problem('not_found')
  const userIds = users.map(({ user_id }) => user_id)
  await guard.mayChangeUsers(userIds.filter((id) => id !== ctx.actor.id))
  switch (change.action) {
    case 'delete':
      return deleteUsers(context, tx, ctx, userIds)
    case 'disable':
      return setDisabled(context, tx, ctx, userIds, true)
    case 'enable':
      return setDisabled(context, tx, ctx, userIds, false)
    case 'resendActivation':
      return each(users, (user) => resendActivation(context, tx, user))
    case 'sendPasswordLink':
      return each(users, (user) => sendPasswordLink(context, tx, user))
    case 'unlock':
      return each(users, (user) => context.unlock(tx, user))
    case 'endSessions':
      return context.signOutEverywhere(tx, users, ctx.actor.name)
    case 'addToGroup':
      mustBeOurs(group ? [group] : [])
      await guard.mayGiveGroups([change.groupId])
      await addMembers(tx, change.groupId, userIds)
      return
    case 'removeFromGroup':
      mustBeOurs(group ? [group] : [])
      if ((await reachOfGroups(tx, [change.groupId])).isAdministrator) await guard.mustBeAdministrator()
      await removeMembers(tx, change.groupId, userIds)
      return
  }
}

async function each(users: readonly LockedUser[], work: (user: LockedUser) => Promise<void>): Promise<void> {
  for (const user of users) await work(user)
}

/**
 * Mails a link to set a password: the invitation again where none was set yet.
 * @throws user_without_password, email_domain_refused
 */
async function sendPasswordLink(context: UserContext, tx: TenantTransaction, user: LockedUser): Promise<void> {
  if (user.status === 'FORCE_CHANGE_PASSWORD') return resendActivation(context, tx, user)
  if (user.status === 'EXTERNAL_PROVIDER' || user.is_disabled) throw problem('user_without_password')
  await context.sendPasswordLinks(tx, [user.user_id])
}
