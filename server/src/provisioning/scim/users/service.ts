import { problem } from '@steward/contract/errors'
import { OvertakenError } from '../../../access/change.ts'
import { changesBetween, isEqual } from '../changes.ts'
import { notFound } from '../error.ts'
import type { JsonObject } from '../json.ts'
import { type ListRequest, type Page, pageQuery } from '../list-request.ts'
import { cleanResource } from '../schema/clean.ts'
import { applyPatch } from '../schema/patch.ts'
import { readPatch } from '../schema/patch-request.ts'
import { type ResourceType, userType } from '../schema/schemas.ts'
import { type Result, type Scope, idOf, isKnown, mustMatch } from '../scope.ts'
import { userColumns } from './columns.ts'
import { type UserParts, type UserRow, attributesOf, partsOf, toldIn, userResource } from './document.ts'
import { findUser, insertUser, isBreakGlassUser, readUserPage, updateUser } from './queries.ts'

/** Users in SCIM (RFC 7644, section 3). */

/** @throws ScimError uniqueness (409), invalidValue */
export async function createUser(scope: Scope, body: unknown): Promise<Result> {
  const { tx, rules } = scope
  const parts = partsOf(cleanResource(userType, body))
  // What is refused is rolled back, so both are sent together. If both fail, the address is the reason.
  const [welcome, inserted] = await Promise.allSettled([rules.mustBeWelcome(tx, [parts.email]), insertUser(tx, parts)])
  valueOf(welcome)
  const row = valueOf(inserted)
  return shown(scope, row, 201, changesBetween({}, attributesOf(row)))
}

/** @throws ScimError 404 */
export async function getUser(scope: Scope, id: string): Promise<Result> {
  const row = await find(scope, idOf('User', id))
  if (isKnown(scope.ifNoneMatch, row.version)) return { status: 304, body: undefined, version: row.version, changes: [] }
  return shown(scope, row, 200, [])
}

/** Sets everything that a client can set; omitted attributes are removed, except `active`. */
export async function replaceUser(scope: Scope, id: string, body: unknown): Promise<Result> {
  return changeUser(scope, id, () => cleanResource(userType, body))
}

/** Answers with the user, or 204 if the client prefers that (RFC 7644, section 3.5.2; RFC 7240). */
export async function patchUser(scope: Scope, id: string, body: unknown): Promise<Result> {
  const operations = readPatch(body)
  const result = await changeUser(scope, id, (before) => applyPatch(userType, before, operations))
  return scope.prefer === 'minimal' && !scope.projection.isChosen ? { ...result, status: 204, body: undefined } : result
}

/** @throws ScimError 404, 412, 503 when the limit is reached; last_administrator, user_is_break_glass */
export async function deleteUser(scope: Scope, id: string): Promise<Result> {
  const { tx, caller, rules, limitRemovals } = scope
  const userId = idOf('User', id)
  // Decided without locks, then done under them in one go: others who change the user's groups wait for as long as it has them.
  const [found, breakGlass, limited] = await Promise.allSettled([
    findUser(tx, userId, { withGroups: false }),
    isBreakGlassUser(tx, userId),
    limitRemovals(tx, caller, [userId]),
  ])
  const before = valueOf(found)
  if (!before) throw notFound('User', userId)
  mustMatch(scope.ifMatch, before.version)
  if (valueOf(breakGlass)) throw problem('user_is_break_glass', { username: before.username })
  valueOf(limited)
  const [, user] = await Promise.all([
    rules.lockGroupsOf(tx, userId),
    rules.lockUser(tx, userId, 'delete'),
    rules.deleteUser(tx, caller, before),
  ])
  if (user?.version !== before.version) throw new OvertakenError()
  return { status: 204, body: undefined, changes: changesBetween(attributesOf(before), {}), target: targetOf(before) }
}

export async function userPage({ tx, caller }: Scope, request: ListRequest, others?: readonly ResourceType[]): Promise<Page<JsonObject>> {
  const { projection } = request
  const page = pageQuery(userType, userColumns(caller.baseUrl), request, others)
  const { rows, total } = await readUserPage(tx, page, { withGroups: projection.shows('groups') })
  return { total, rows: rows.map((row) => projection.apply(userResource(row, caller.baseUrl))) }
}

const targetOf = (row: UserRow): Result['target'] => ({ type: 'User', id: row.user_id, name: row.username })

async function find({ tx, projection }: Scope, userId: string): Promise<UserRow> {
  const row = await findUser(tx, userId, { withGroups: projection.shows('groups') })
  if (!row) throw notFound('User', userId)
  return row
}

function shown({ caller, projection }: Scope, row: UserRow, status: number, changes: Result['changes']): Result {
  const resource = userResource(row, caller.baseUrl)
  return {
    status,
    body: projection.apply(resource),
    version: row.version,
    ...(status === 201 ? { location: `${caller.baseUrl}/Users/${row.user_id}` } : {}),
    changes,
    target: targetOf(row),
  }
}

async function changeUser(scope: Scope, id: string, wanted: (before: JsonObject) => JsonObject): Promise<Result> {
  const { tx, caller, rules, limitRemovals } = scope
  const userId = idOf('User', id)
  const { user, before, isBreakGlass } = await lockedUser(scope, userId)
  mustMatch(scope.ifMatch, before.version)
  const attributes = attributesOf(before)
  const partsFrom = (state: JsonObject) => partsOf(toldIn(state, before), before)
  const [old, parts] = [partsFrom(attributes), partsFrom(wanted(attributes))]
  // A user changed by the provider is managed by it from now on, even if nothing differs yet.
  if (isSame(old, parts) && before.attributes !== null) return shown(scope, await find(scope, userId), 200, [])
  if (parts.email.toLowerCase() !== before.email.toLowerCase()) await rules.mustBeWelcome(tx, [parts.email])
  const isLeaving = parts.isDisabled && !before.is_disabled
  // The provider cannot remove the administrator who signs in when the provider fails.
  if (isBreakGlass && (isLeaving || parts.username !== before.username)) throw problem('user_is_break_glass', { username: before.username })
  if (isLeaving) await limitRemovals(tx, caller, [userId])
  const isChanged = !isSame(old, { ...parts, isDisabled: old.isDisabled }) || before.attributes === null
  // Sent together and run in this order.
  const [, , after] = await Promise.all([
    isChanged ? updateUser(tx, userId, old, parts) : undefined,
    parts.isDisabled === before.is_disabled ? undefined : rules.setDisabled(tx, caller, user, parts.isDisabled),
    find(scope, userId),
  ])
  return shown(scope, after, 200, changesBetween(attributes, attributesOf(after)))
}

function valueOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

/** @throws ScimError 404 */
async function lockedUser({ tx, rules }: Scope, userId: string) {
  // Sent together and run in this order; the queries after the lock see the user as it is then.
  const [user, before, isBreakGlass] = await Promise.all([
    rules.lockUser(tx, userId, 'change'),
    findUser(tx, userId, { withGroups: false }),
    isBreakGlassUser(tx, userId),
  ])
  if (!user || !before) throw notFound('User', userId)
  return { user, before, isBreakGlass }
}

const isSame = ({ attributes, ...one }: UserParts, { attributes: others, ...other }: UserParts): boolean =>
  isEqual(one, other) && isEqual(attributes, others)
