import { sql } from 'kysely'
import { type ErrorParameters, ProblemException, problem } from '@steward/contract/errors'
import type { BodyOf, ResponseOf } from '@steward/contract/http'
import type { bulkUsers } from '@steward/contract/users/endpoints'
import { noteRefused } from '../db/operation.ts'
import type { TenantContext, TenantTransaction } from '../db/tenant.ts'
import { change as inOneTransaction } from '../access/change.ts'
import { refusalOf } from '../access/constraints.ts'
import { Guard, reachOfGroups } from '../access/guard.ts'
import type { TextOf } from '../http/problems.ts'
import { type FoundGroup, distinctIds, groupIdsOf, joinGroups, leaveGroups, lockGroups } from '../groups/membership.ts'
import type { UserContext } from './context.ts'
import { type LockedUser, lockUser } from './queries.ts'
import { deleteUser, mustBeOurs, resendActivation, setDisabled } from './service.ts'

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
 * Applies one action to many users in one transaction; each succeeds or fails independently, behind a savepoint.
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
  const outcome: BulkOutcome = { succeeded: [], failed: [] }
  for (const userId of ids) {
    const user = await lockUser(tx, { userId }, change.action === 'delete' ? 'delete' : 'change')
    const refusal = await attempt(tx, () => changeOne(work, user))
    if (!refusal) outcome.succeeded.push(userId)
    else outcome.failed.push({ userId, username: user?.username ?? '', code: refusal.code, parameters: refusal.parameters })
  }
  return outcome
}

/** Runs a change behind a savepoint; a refusal rolls back only this change and is returned. */
async function attempt(tx: TenantTransaction, work: () => Promise<void>): Promise<ProblemException | undefined> {
  await sql`savepoint one_user`.execute(tx)
  try {
    await work()
    await sql`release savepoint one_user`.execute(tx)
    return undefined
  } catch (error) {
    const refusal = refusalOf(error)
    // A confirmation that is missing is missing for all.
    if (!(refusal instanceof ProblemException) || refusal.code === 'freshness_required') throw error
    await sql`rollback to savepoint one_user`.execute(tx)
    return refusal
  }
}

async function changeOne({ context, tx, ctx, guard, change, group }: Work, user: LockedUser | undefined): Promise<void> {
  if (!user) throw problem('not_found')
  if (user.user_id !== ctx.actor.id) await guard.mayChangeUser(user.user_id)
  switch (change.action) {
    case 'delete':
      return deleteUser(context, tx, ctx, user)
    case 'disable':
      return setDisabled(context, tx, ctx, user, true)
    case 'enable':
      return setDisabled(context, tx, ctx, user, false)
    case 'resendActivation':
      return resendActivation(context, tx, user)
    case 'sendPasswordLink':
      return sendPasswordLink(context, tx, user)
    case 'unlock':
      return context.unlock(tx, user)
    case 'endSessions':
      return context.signOutEverywhere(tx, user, ctx.actor.name)
    case 'addToGroup':
      mustBeOurs(group ? [group] : [])
      await guard.mayGiveGroups([change.groupId])
      return joinGroups(tx, user.user_id, [change.groupId])
    case 'removeFromGroup':
      mustBeOurs(group ? [group] : [])
      if ((await reachOfGroups(tx, [change.groupId])).isAdministrator) await guard.mustBeAdministrator()
      return leaveGroups(tx, user.user_id, [change.groupId])
  }
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
