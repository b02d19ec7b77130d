import { sql } from 'kysely'
import { type ErrorParameters, type ProblemException, problem } from '@steward/contract/errors'
import type { BodyOf, ResponseOf } from '@steward/contract/http'
import type { bulkUsers } from '@steward/contract/users/endpoints'
import { noteRefused } from '../db/operation.ts'
import type { TenantContext, TenantTransaction } from '../db/tenant.ts'
import { attempt } from '../access/attempt.ts'
import { change as inOneTransaction } from '../access/change.ts'
import { Guard, administratorsAmong, reachOfGroups } from '../access/guard.ts'
import type { TextOf } from '../http/problems.ts'
import { type FoundGroup, addMembers, distinctIds, groupIdsOf, lockGroups, removeMembers } from '../groups/membership.ts'
import type { UserContext } from './context.ts'
import { type LockedUser, lockUsers } from './queries.ts'
import { deleteUsers, invitationRefusal, mustBeOurs, setDisabled } from './service.ts'

export type BulkRequest = BodyOf<typeof bulkUsers>
export type BulkResult = ResponseOf<typeof bulkUsers>
type Change = BulkRequest['change']

interface Work {
  context: UserContext
  tx: TenantTransaction
  ctx: TenantContext
  guard: Guard
  change: Change
  /** Why the change is refused for a user in their state, or for everyone by the group. */
  refusalOf: (user: LockedUser) => ProblemException | undefined
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

  const guard = new Guard(tx, ctx.actor)
  const groupRefusal = await attempt(tx, () => mayChangeGroup(tx, guard, change, group))
  const ofState = await stateRefusal(context, tx, change)
  const work: Work = { context, tx, ctx, guard, change, refusalOf: (user) => groupRefusal ?? ofState(user) }
  const locked = await lockUsers(tx, ids, change.action === 'delete' ? 'delete' : 'change')
  const users = new Map(locked.map((user) => [user.user_id, user]))
  const others = await withoutApart(work, locked)
  const refused = refusedAmong(work, others)
  const changed = await changeTogether(
    work,
    others.filter(({ user_id }) => !refused.has(user_id)),
  )
  const outcome: BulkOutcome = { succeeded: [], failed: [] }
  for (const userId of ids) {
    const user = users.get(userId)
    const known = refused.get(userId)
    const refusal = changed.has(userId) ? undefined : (known ?? (await attempt(tx, () => changeSome(work, user && [user]))))
    if (!refusal) outcome.succeeded.push(userId)
    else outcome.failed.push({ userId, username: user?.username ?? '', code: refusal.code, parameters: refusal.parameters })
  }
  return outcome
}

/** The users without administrators and the caller: only those can be refused for what they are. */
async function withoutApart({ tx, ctx }: Work, users: readonly LockedUser[]): Promise<LockedUser[]> {
  const administrators = await administratorsAmong(
    tx,
    users.map(({ user_id }) => user_id),
  )
  return users.filter(({ user_id }) => user_id !== ctx.actor.id && !administrators.has(user_id))
}

function refusedAmong({ refusalOf }: Work, users: readonly LockedUser[]): ReadonlyMap<string, ProblemException> {
  return new Map(
    users.flatMap((user) => {
      const refusal = refusalOf(user)
      return refusal ? [[user.user_id, refusal]] : []
    }),
  )
}

/** Changes users in single statements. If that is refused, no one is changed here; one by one, each has their reason. */
async function changeTogether(work: Work, users: readonly LockedUser[]): Promise<ReadonlySet<string>> {
  if (users.length < 2 || (await attempt(work.tx, () => changeSome(work, users)))) return new Set()
  return new Set(users.map(({ user_id }) => user_id))
}

/** @param users undefined for a user who doesn't exist */
async function changeSome({ context, tx, ctx, guard, change, refusalOf }: Work, users: readonly LockedUser[] | undefined): Promise<void> {
  if (!users) throw problem('not_found')
  const userIds = users.map(({ user_id }) => user_id)
  await guard.mayChangeUsers(userIds.filter((id) => id !== ctx.actor.id))
  const refusal = users.map(refusalOf).find((one) => one !== undefined)
  if (refusal) throw refusal
  switch (change.action) {
    case 'delete':
      return deleteUsers(context, tx, ctx, userIds)
    case 'disable':
      return setDisabled(context, tx, ctx, userIds, true)
    case 'enable':
      return setDisabled(context, tx, ctx, userIds, false)
    case 'resendActivation':
      return context.sendActivations(tx, userIds)
    case 'sendPasswordLink': {
      const invited = new Set(users.filter(isInvited).map(({ user_id }) => user_id))
      await context.sendActivations(tx, [...invited])
      return context.sendPasswordLinks(
        tx,
        userIds.filter((id) => !invited.has(id)),
      )
    }
    case 'unlock':
      return context.unlock(tx, users)
    case 'endSessions':
      return context.signOutEverywhere(tx, users, ctx.actor.name)
    case 'addToGroup':
      await addMembers(tx, change.groupId, userIds)
      return
    case 'removeFromGroup':
      await removeMembers(tx, change.groupId, userIds)
      return
  }
}

/** @throws group_managed_elsewhere, and what `Guard` refuses */
async function mayChangeGroup(tx: TenantTransaction, guard: Guard, change: Change, group: FoundGroup | undefined): Promise<void> {
  if (change.action !== 'addToGroup' && change.action !== 'removeFromGroup') return
  mustBeOurs(group ? [group] : [])
  if (change.action === 'addToGroup') await guard.mayGiveGroups([change.groupId])
  else if ((await reachOfGroups(tx, [change.groupId])).isAdministrator) await guard.mustBeAdministrator()
}

const isInvited = ({ status }: LockedUser): boolean => status === 'FORCE_CHANGE_PASSWORD'

/** Why a change is refused for a user in their state. A password link is the invitation again where no password was set yet. */
async function stateRefusal(context: UserContext, tx: TenantTransaction, { action }: Change): Promise<Work['refusalOf']> {
  if (action !== 'resendActivation' && action !== 'sendPasswordLink') return () => undefined
  const emailRefusal = await context.emailRefusal(tx)
  return (user) => {
    if (action === 'resendActivation' || isInvited(user)) return invitationRefusal(emailRefusal, user)
    return user.status === 'EXTERNAL_PROVIDER' || user.is_disabled ? problem('user_without_password') : undefined
  }
}
