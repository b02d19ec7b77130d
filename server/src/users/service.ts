import { randomUUIDv7 } from 'node:crypto'
import { type ProblemException, problem } from '@steward/contract/errors'
import type { BodyOf } from '@steward/contract/http'
import type { User } from '@steward/contract/users/schemas'
import type { createUser, updateUser } from '@steward/contract/users/endpoints'
import { type TenantContext, type TenantTransaction, lastly, withTenant } from '../db/tenant.ts'
import { readAsOf } from '../access/as-of.ts'
import { change } from '../access/change.ts'
import { gatherTenantInputs, withRoles } from '../access/permission-inputs.ts'
import { Guard, reachOfGroups } from '../access/guard.ts'
import {
  type FoundGroup,
  distinctIds,
  findGroups,
  groupIdsOf,
  joinGroups,
  leaveAllGroups,
  leaveGroups,
  lockGroups,
} from '../groups/membership.ts'
import { streamExport } from '../exports/stream-export.ts'
import type { Caller } from '../http/caller.ts'
import { refuseOtherValues } from '../http/read-only.ts'
import { PageAnchors } from './anchors.ts'
import { type UserInclude, type UserRow, toUser } from './columns.ts'
import type { UserContext } from './context.ts'
import { exportedUsers } from './export.ts'
import type { UserFilter } from './filter.ts'
import { GroupNames } from './group-names.ts'
import {
  type LockedUser,
  type UserName,
  changeUsers,
  findGroupsOfUser,
  findUser,
  insertUser,
  lockUser,
  readFirstUsers,
  readUserPage,
  removeUsers,
} from './queries.ts'
import { readPastUserPage } from './past.ts'
import type { HeldRole } from '../access/held-roles.ts'

const everything: readonly UserInclude[] = ['Details', 'Groups', 'Roles', 'Apps']
/** The legacy list has no pages; the specification's tables load as many rows at a time (section 9). */
const legacyListLimit = 5_000

export type UserCreation = BodyOf<typeof createUser>
export type UserChange = Pick<BodyOf<typeof updateUser>, 'givenName' | 'familyName' | 'groupIds' | 'isDisabled'>

/** A change by someone who can have sent back the whole user: `unchanged` has what can't be changed. */
export interface UserEdit {
  wanted: UserChange
  unchanged?: Partial<User>
  ifMatch: number | undefined
}

export interface UserListQuery extends UserFilter {
  include?: UserInclude[]
  asOf?: string
  limit: number
  offset: number
}

/** Reading and changing the users of a tenant. Every method runs in one transaction of the caller's tenant. */
export function createUserService(context: UserContext) {
  const { db } = context
  const anchors = new PageAnchors(db)
  const names = new GroupNames()
  const read = <T>(ctx: TenantContext, work: (tx: TenantTransaction) => Promise<T>) => withTenant(db, ctx, work, { readOnly: true })

  return {
    async list(ctx: TenantContext, query: UserListQuery) {
      const { limit, offset, include = [], asOf } = query
      const readPage = async (tx: TenantTransaction, until: string | undefined) =>
        until === undefined
          ? readUserPage(tx, names, query, { limit, offset, include }, await anchors.startOf(tx, ctx, query, offset))
          : readPastUserPage(tx, query, { limit, offset, include, until })
      return readAsOf(db, ctx, asOf, async (tx, until) => {
        const page = await readPage(tx, until)
        const appsOf = include.includes('Apps') ? await applicationsOf(tx) : noApplications
        const items = page.rows.map((row) => toUser(row, include, appsOf))
        const { totalCount, totalIsExact } = page
        return { count: items.length, items, limit, offset, totalCount, totalIsExact }
      })
    },

    async listLegacy(ctx: TenantContext): Promise<User[]> {
      const rows = await read(ctx, (tx) => readFirstUsers(tx, legacyListLimit))
      return rows.map((row) => toUser(row, [], () => []))
    },

    /** @throws not_found, as_of_future, as_of_too_old */
    get: (ctx: TenantContext, name: UserName, asOf?: string): Promise<User> => readAsOf(db, ctx, asOf, (tx) => showUser(tx, name)),

    /** @throws not_found */
    async groups(ctx: TenantContext, name: UserName): Promise<NonNullable<UserRow['groups']>> {
      const groups = await read(ctx, (tx) => findGroupsOfUser(tx, name))
      if (!groups) throw problem('not_found')
      return groups
    },

    /** The filtered users as CSV. */
    export: (caller: Caller, filter: UserFilter) => streamExport(db, caller, 'users', exportedUsers(db.kysely, caller.tenantId, filter)),

    /**
     * Creates a user in status FORCE_CHANGE_PASSWORD, emails a link to set a password, and adds the user to groups.
     * @throws user_exists, email_domain_refused, group_unknown, group_managed_elsewhere, administrator_only, grant_exceeds_own
     */
    create(ctx: TenantContext, { email, givenName, familyName, groupIds }: UserCreation): Promise<User> {
      return change(db, ctx, async (tx) => {
        const wanted = distinctIds(groupIds)
        const guard = new Guard(tx, ctx.actor)
        // Sent together and run in this order, as are those below.
        const [, groups, reach] = await Promise.all([
          mustBeWelcome(context, tx, [email]),
          findGroups(tx, wanted),
          guard.reachOfGroups(wanted),
        ])
        mustExist(wanted, groups)
        mustBeOurs(groups)
        await guard.mayGive(reach)
        const userId = randomUUIDv7()
        const [, , , , created] = await lastly(tx, () =>
          Promise.all([
            // Those who create users in the same groups wait for each other only from here on.
            lockGroups(tx, wanted),
            insertUser(tx, { user_id: userId, username: email, email, given_name: givenName, family_name: familyName }),
            joinGroups(tx, userId, wanted, { isNew: true }),
            context.sendActivations(tx, [userId], { areNew: true }),
            showUser(tx, { userId }),
          ]),
        )
        return created
      })
    },

    /**
     * Removes from groups, adds to groups, then changes names and the disabled state (specification 2, section 4), atomically.
     * @throws not_found, version_conflict, group_unknown, group_managed_elsewhere, user_managed_elsewhere, user_is_self,
     * last_administrator, administrator_only, grant_exceeds_own
     */
    update(ctx: TenantContext, name: UserName, { wanted, unchanged = {}, ifMatch }: UserEdit): Promise<User> {
      return change(db, ctx, async (tx) => {
        const groups = wanted.groupIds && (await lockGroupsAround(tx, name, wanted.groupIds))
        const user = await lockForChange(tx, name, ifMatch)
        if (Object.keys(unchanged).length > 0) refuseOtherValues(unchanged, await showUser(tx, { userId: user.user_id }))
        const guard = new Guard(tx, ctx.actor)
        if (user.user_id !== ctx.actor.id) await guard.mayChangeUsers([user.user_id])
        if (wanted.groupIds) await changeGroups(tx, guard, user, wanted.groupIds, groups ?? [])
        await changeNames(tx, user, wanted)
        if (wanted.isDisabled !== undefined && wanted.isDisabled !== user.is_disabled) {
          await setDisabled(context, tx, ctx, [user.user_id], wanted.isDisabled)
        }
        return showUser(tx, { userId: user.user_id })
      })
    },

    /** @throws not_found, version_conflict, user_is_self, last_administrator, administrator_only */
    remove(ctx: TenantContext, name: UserName, ifMatch: number | undefined): Promise<void> {
      return change(db, ctx, async (tx) => {
        await lockGroupsAround(tx, name, [])
        const user = await lockForChange(tx, name, ifMatch, 'delete')
        await new Guard(tx, ctx.actor).mayChangeUsers([user.user_id])
        await deleteUsers(context, tx, ctx, [user.user_id])
      })
    },

    /** @throws not_found, user_not_pending, email_domain_refused, administrator_only */
    resendActivation(ctx: TenantContext, name: UserName): Promise<void> {
      return change(db, ctx, async (tx) => {
        const user = await lockForChange(tx, name, undefined)
        await new Guard(tx, ctx.actor).mayChangeUsers([user.user_id])
        const refusal = invitationRefusal(await context.emailRefusal(tx), user)
        if (refusal) throw refusal
        await context.sendActivations(tx, [user.user_id])
      })
    },
  }
}

export type UserService = ReturnType<typeof createUserService>

const noApplications = (): string[] => []

/** The applications that follow from roles in this tenant. */
async function applicationsOf(tx: TenantTransaction): Promise<(roles: HeldRole[]) => string[]> {
  const tenant = await gatherTenantInputs(tx)
  return (roles) => Object.keys(withRoles(tenant, {}, roles).apps)
}

/** A user with everything included. @throws not_found */
async function showUser(tx: TenantTransaction, name: UserName): Promise<User> {
  const [row, appsOf] = await Promise.all([findUser(tx, name, everything), applicationsOf(tx)])
  if (!row) throw problem('not_found')
  return toUser(row, everything, appsOf)
}

/** The current and the new groups of a user, locked before the user, in the order of every change. */
async function lockGroupsAround(tx: TenantTransaction, name: UserName, groupIds: readonly string[]): Promise<FoundGroup[]> {
  const before = await findGroupsOfUser(tx, name)
  return lockGroups(tx, distinctIds([...groupIds, ...(before ?? []).map(({ groupId }) => groupId)]))
}

/** @throws not_found, version_conflict */
async function lockForChange(
  tx: TenantTransaction,
  name: UserName,
  ifMatch: number | undefined,
  purpose: 'change' | 'delete' = 'change',
): Promise<LockedUser> {
  const user = await lockUser(tx, name, purpose)
  if (!user) throw problem('not_found')
  if (ifMatch !== undefined && ifMatch !== user.version) throw problem('version_conflict')
  return user
}

function mustExist(wanted: readonly string[], groups: readonly FoundGroup[]): void {
  const missing = wanted.findIndex((id) => !groups.some(({ group_id }) => group_id === id))
  if (missing !== -1) throw problem('group_unknown', {}, { field: `groupIds.${missing}` })
}

/** Members of a group from the identity provider are managed there. */
export function mustBeOurs(groups: readonly FoundGroup[]): void {
  if (groups.some((group) => group.managed_by_provider)) throw problem('group_managed_elsewhere', {}, { field: 'groupIds' })
}

async function changeGroups(
  tx: TenantTransaction,
  guard: Guard,
  user: LockedUser,
  groupIds: readonly string[],
  locked: readonly FoundGroup[],
): Promise<void> {
  const wanted = new Set(distinctIds(groupIds))
  mustExist([...wanted], locked)
  const before = new Set(await groupIdsOf(tx, [user.user_id]))
  const removed = locked.filter(({ group_id }) => before.has(group_id) && !wanted.has(group_id))
  const added = locked.filter(({ group_id }) => wanted.has(group_id) && !before.has(group_id))
  mustBeOurs([...removed, ...added])
  const idsOf = (groups: readonly FoundGroup[]) => groups.map(({ group_id }) => group_id)
  if ((await reachOfGroups(tx, idsOf(removed))).isAdministrator) await guard.mustBeAdministrator()
  await guard.mayGiveGroups(idsOf(added))
  await leaveGroups(tx, user.user_id, idsOf(removed))
  await joinGroups(tx, user.user_id, idsOf(added))
}

async function changeNames(tx: TenantTransaction, user: LockedUser, { givenName, familyName }: UserChange): Promise<void> {
  const given_name = givenName ?? user.given_name
  const family_name = familyName ?? user.family_name
  if (given_name === user.given_name && family_name === user.family_name) return
  if (user.status === 'EXTERNAL_PROVIDER') throw problem('user_managed_elsewhere')
  await changeUsers(tx, [user.user_id], { given_name, family_name })
}

/** @throws user_is_self */
export async function setDisabled(
  context: UserContext,
  tx: TenantTransaction,
  ctx: TenantContext,
  userIds: readonly string[],
  isDisabled: boolean,
): Promise<void> {
  if (isDisabled && userIds.includes(ctx.actor.id)) throw problem('user_is_self')
  // Sent together and run in this order: the last one locks the row that counts the tenant's users.
  await Promise.all([
    isDisabled ? context.endSessions(tx, userIds, 'user_disabled') : undefined,
    changeUsers(tx, userIds, { is_disabled: isDisabled }),
  ])
}

/** @throws user_is_self */
export async function deleteUsers(
  context: UserContext,
  tx: TenantTransaction,
  ctx: TenantContext,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.includes(ctx.actor.id)) throw problem('user_is_self')
  // Sent together and run in this order. With each user alone a group would be counted again for each of its members.
  await Promise.all([
    context.endSessions(tx, userIds, 'user_deleted'),
    userIds.length > 1 ? leaveAllGroups(tx, userIds) : undefined,
    removeUsers(tx, userIds),
  ])
}

type EmailRefusal = Awaited<ReturnType<UserContext['emailRefusal']>>

/**
 * Refuses addresses whose domain the tenant doesn't allow.
 * @throws email_domain_refused
 */
export async function mustBeWelcome(context: UserContext, tx: TenantTransaction, emails: readonly string[]): Promise<void> {
  const emailRefusal = await context.emailRefusal(tx)
  for (const email of emails) {
    const refusal = welcomeRefusal(emailRefusal, email)
    if (refusal) throw refusal
  }
}

function welcomeRefusal(emailRefusal: EmailRefusal, email: string): ProblemException | undefined {
  const fault = emailRefusal(email)
  return fault && problem('email_domain_refused', fault.parameters, { field: 'email' })
}

/** Why a user can't be invited again: user_not_pending or email_domain_refused. */
export function invitationRefusal(emailRefusal: EmailRefusal, user: LockedUser): ProblemException | undefined {
  if (user.status !== 'FORCE_CHANGE_PASSWORD') return problem('user_not_pending', {}, { field: 'username' })
  return welcomeRefusal(emailRefusal, user.email)
}
