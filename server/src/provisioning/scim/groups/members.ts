import { sql } from 'kysely'
import { executePrepared } from '../../../db/prepared.ts'
import { type TenantTransaction, tenantIdOf } from '../../../db/tenant.ts'
import { invalid } from '../error.ts'
import { bindValueFilter } from '../filter/bind.ts'
import type { Filter } from '../filter/parse.ts'
import { filterCondition } from '../filter/sql.ts'
import { type Json, isObject } from '../json.ts'
import type { ScimChange } from '../types.ts'
import type { Attribute } from '../schema/attribute.ts'
import { attributeNamed } from '../schema/attribute.ts'
import { cleanAttribute } from '../schema/clean.ts'
import { groupSchema } from '../schema/schemas.ts'
import { type Scope, isId } from '../scope.ts'
import { groupColumns } from './columns.ts'
import { groupsAmong } from './queries.ts'

/** Changes members of groups by SQL in sets, so that adding one does not load a hundred thousand. */

/** The most member names listed in a log entry. */
const mostNames = 100

export const membersAttribute = declared('members')

function declared(name: string): Attribute {
  const attribute = attributeNamed(groupSchema.attributes, name)
  if (!attribute) throw new Error(`Groups have no ${name}`)
  return attribute
}

export type MemberStep =
  | { kind: 'add' | 'replace' | 'remove'; ids: string[] }
  /** Removes members who match the filter, or all. */
  | { kind: 'removeWhere'; filter: Filter | undefined }

/** The ids in a list of members. @throws ScimError invalidValue */
export function memberIds(value: unknown): string[] {
  const cleaned = cleanAttribute(membersAttribute, value)
  return (Array.isArray(cleaned) ? cleaned.filter(isObject) : []).map((entry) => {
    const id = String(entry['value'])
    if (entry['type'] === 'Group') throw memberIsGroup(id)
    if (!isId(id)) throw invalid('invalidValue', 'member_unknown', { id: id.slice(0, 100) })
    return id.toLowerCase()
  })
}

const memberIsGroup = (id: string) => invalid('invalidValue', 'member_is_group', { id: id.slice(0, 100) })

/** The ids in a filter such as `value eq "…" or value eq "…"`; undefined for any other filter. */
export function idsNamedBy(filter: Filter): string[] | undefined {
  if (filter.kind === 'compare' && filter.op === 'eq' && filter.path.toLowerCase() === 'value' && typeof filter.value === 'string') {
    return isId(filter.value) ? [filter.value.toLowerCase()] : []
  }
  if (filter.kind !== 'or') return undefined
  const named = filter.parts.map(idsNamedBy)
  return named.some((ids) => ids === undefined) ? undefined : named.flatMap((ids) => ids ?? [])
}

/** Merges consecutive steps of the same kind: Entra ID removes each member in a separate operation. */
export function mergeSteps(steps: readonly MemberStep[]): MemberStep[] {
  const merged: MemberStep[] = []
  for (const step of steps) {
    const last = merged.at(-1)
    const continues = last && last.kind === step.kind && (step.kind === 'add' || step.kind === 'remove')
    if (continues && 'ids' in last && 'ids' in step) last.ids.push(...step.ids)
    else merged.push('ids' in step ? { ...step, ids: [...step.ids] } : step)
  }
  return merged
}

/**
 * Changes the members of a locked group, step by step.
 * @throws ScimError invalidValue for users who do not exist; 503 when the limit is reached
 */
export async function changeMembers(scope: Scope, groupId: string, steps: readonly MemberStep[]): Promise<ScimChange[]> {
  const removed = new Map<string, string>()
  const added = new Map<string, string>()
  for (const step of mergeSteps(steps)) {
    const leaving = await leavingMembers(scope, groupId, step)
    if (leaving.length > 0) await removeMembers(scope, groupId, leaving)
    const joined = step.kind === 'add' || step.kind === 'replace' ? await addMembers(scope.tx, groupId, step.ids) : []
    for (const { user_id: id, username } of leaving) if (!added.delete(id)) removed.set(id, username)
    for (const { user_id: id, username } of joined) if (!removed.delete(id)) added.set(id, username)
  }
  if (removed.size === 0 && added.size === 0) return []
  return [{ field: 'members', before: namesOf(removed), after: namesOf(added) }]
}

interface Member {
  user_id: string
  username: string
}

/** The members that a step removes from the group. */
async function leavingMembers({ tx, caller }: Scope, groupId: string, step: MemberStep): Promise<Member[]> {
  if (step.kind === 'add') return []
  const members = sql`group_member gm join app_user member on member.tenant_id = gm.tenant_id and member.user_id = gm.user_id
                       where gm.tenant_id = ${tenantIdOf(tx)}::uuid and gm.group_id = ${groupId}::uuid`
  const condition = 'ids' in step ? idCondition(step) : memberCondition(caller.baseUrl, step.filter)
  const { rows } = await sql<Member>`select gm.user_id, member.username from ${members} and ${condition} order by gm.user_id`.execute(tx)
  return rows
}

const idCondition = ({ kind, ids }: Extract<MemberStep, { ids: string[] }>) =>
  kind === 'remove'
    ? sql`gm.user_id = any(${ids}::uuid[])`
    : sql`not exists (select from unnest(${ids}::uuid[]) kept where kept = gm.user_id)`

function memberCondition(baseUrl: string, filter: Filter | undefined) {
  if (!filter) return sql`true`
  const bound = bindValueFilter({ extension: undefined, attribute: membersAttribute, sub: undefined }, filter)
  const columns = groupColumns(baseUrl)
  return filterCondition({ ...columns, single: ({ sub, ...target }) => columns.values({ ...target, sub: undefined }).column(sub) }, bound)
}

async function removeMembers({ tx, caller, limitRemovals }: Scope, groupId: string, leaving: readonly Member[]): Promise<void> {
  const userIds = leaving.map(({ user_id }) => user_id)
  await limitRemovals(tx, caller, userIds)
  await tx
    .deleteFrom('group_member')
    .where('group_id', '=', groupId)
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .execute()
}

/** Those of the users who are not members yet. @throws ScimError invalidValue */
async function addMembers(tx: TenantTransaction, groupId: string, ids: readonly string[]): Promise<Member[]> {
  if (ids.length === 0) return []
  const userIds = [...new Set(ids)]
  const isPerson = sql`tenant_id = ${tenantIdOf(tx)}::uuid and user_id = any(${userIds}::uuid[]) and user_type = 'endUser'`
  // Sent together. The first locks the users, so that they cannot be deleted until this transaction ends.
  const [{ rows: users }, { rows: inserted }] = await Promise.all([
    executePrepared(tx, sql<Member>`select user_id, username from app_user where ${isPerson} order by user_id for key share`),
    executePrepared(
      tx,
      tx
        .insertInto('group_member')
        .columns(['tenant_id', 'group_id', 'user_id'])
        .expression(sql`select tenant_id, ${groupId}::uuid, user_id from app_user where ${isPerson} order by user_id`)
        .onConflict((conflict) => conflict.doNothing())
        .returning('user_id'),
    ),
  ])
  if (users.length < userIds.length) {
    const known = new Set(users.map(({ user_id }) => user_id))
    const strangers = userIds.filter((id) => !known.has(id))
    const [group] = await groupsAmong(tx, strangers)
    throw group === undefined ? invalid('invalidValue', 'member_unknown', { id: strangers[0] ?? '' }) : memberIsGroup(group)
  }
  const joined = new Set(inserted.map(({ user_id }) => user_id))
  return users.filter(({ user_id }) => joined.has(user_id))
}

function namesOf(members: ReadonlyMap<string, string>): Json {
  if (members.size === 0) return null
  const names = [...members.values()].slice(0, mostNames).toSorted((one, other) => one.localeCompare(other, 'en'))
  return members.size > names.length ? [...names, `… ${members.size - names.length} more`] : names
}
