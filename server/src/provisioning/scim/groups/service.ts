import { randomUUIDv7 } from 'node:crypto'
import { problem } from '@steward/contract/errors'
import { isGroupName } from '@steward/contract/rules/name-rules'
import { changesBetween } from '../changes.ts'
import { invalid, notFound } from '../error.ts'
import { parsePath } from '../filter/parse.ts'
import { type Json, type JsonObject, isObject } from '../json.ts'
import { type ListRequest, type Page, pageQuery } from '../list-request.ts'
import type { Projection } from '../projection.ts'
import { cleanResource } from '../schema/clean.ts'
import { applyPatch } from '../schema/patch.ts'
import { type PatchOperation, readPatch } from '../schema/patch-request.ts'
import { resolvePath } from '../schema/resolve.ts'
import { type ResourceType, groupType } from '../schema/schemas.ts'
import { type Result, type Scope, idOf, isKnown, mustMatch } from '../scope.ts'
import { externalIdOf } from '../users/document.ts'
import { groupColumns } from './columns.ts'
import { type MemberStep, changeMembers, idsNamedBy, memberIds } from './members.ts'
import {
  type GroupRow,
  type MemberDetail,
  adoptGroup,
  findGroup,
  groupResource,
  insertGroup,
  readGroupPage,
  removeGroup,
  setExternalId,
} from './queries.ts'

/** Groups in SCIM. Groups that a provider creates or changes are managed by it from then on and read-only in the console. */

/** @throws ScimError uniqueness (409), invalidValue; group_limit_reached */
export async function createGroup(scope: Scope, body: unknown): Promise<Result> {
  const { tx, caller, rules } = scope
  const { displayName, externalId, members } = partsOf(cleanResource(groupType, body))
  const steps = [{ kind: 'add' as const, ids: memberIds(members) }]
  const groupId = randomUUIDv7()
  // Sent together and run in this order.
  const [, changes] = await Promise.all([insertGroup(tx, { groupId, displayName, externalId }), changeMembers(scope, groupId, steps)])
  await rules.announceGroup(tx, { messageType: 'GroupCreated', groupId, groupName: displayName, actorName: caller.actor.name })
  return shown(scope, groupId, 201, [...changesBetween({}, attributesOf({ group_name: displayName, external_id: externalId })), ...changes])
}

/** @throws ScimError 404 */
export async function getGroup(scope: Scope, id: string): Promise<Result> {
  const { tx, ifNoneMatch } = scope
  const groupId = idOf('Group', id)
  if (ifNoneMatch !== undefined) {
    const known = await findGroup(tx, groupId, 'none')
    if (known && isKnown(ifNoneMatch, known.version)) return { status: 304, body: undefined, version: known.version, changes: [] }
  }
  return shown(scope, groupId, 200, [])
}

/** Sets name and members; members not listed are removed. */
export async function replaceGroup(scope: Scope, id: string, body: unknown): Promise<Result> {
  const { members, ...attributes } = cleanResource(groupType, body)
  const { groupId, changes } = await changeGroup(scope, id, {
    attributes: () => attributes,
    steps: [{ kind: 'replace', ids: memberIds(members) }],
  })
  return shown(scope, groupId, 200, changes)
}

/** Answers 204 unless the client asks for attributes or for the representation (RFC 7644, section 3.5.2; RFC 7240). */
export async function patchGroup(scope: Scope, id: string, body: unknown): Promise<Result> {
  const { ofGroup, steps } = divide(readPatch(body))
  const { groupId, changes } = await changeGroup(scope, id, { attributes: (before) => applyPatch(groupType, before, ofGroup), steps })
  if (scope.projection.isChosen || scope.prefer === 'representation') return shown(scope, groupId, 200, changes)
  const after = await findGroup(scope.tx, groupId, 'none')
  return { status: 204, body: undefined, version: after?.version, changes, target: after && targetOf(after) }
}

/** Removes the members of a group, then deletes it. @throws ScimError 404, 412, 503 when the limit is reached; group_reserved */
export async function deleteGroup(scope: Scope, id: string): Promise<Result> {
  const { tx, caller, rules } = scope
  const groupId = idOf('Group', id)
  const [group, before] = await Promise.all([rules.lockGroup(tx, groupId, 'delete'), findGroup(tx, groupId, 'none')])
  if (!group || !before) throw notFound('Group', id)
  mustMatch(scope.ifMatch, group.version)
  if (group.is_reserved) throw problem('group_reserved', { groupName: group.group_name })
  const members = await changeMembers(scope, groupId, [{ kind: 'removeWhere', filter: undefined }])
  await removeGroup(tx, groupId)
  await rules.announceGroup(tx, { messageType: 'GroupDeleted', groupId, groupName: group.group_name, actorName: caller.actor.name })
  const changes = [...changesBetween(attributesOf(before), {}), ...members]
  return { status: 204, body: undefined, changes, target: targetOf(before) }
}

export async function groupPage({ tx, caller }: Scope, request: ListRequest, others?: readonly ResourceType[]): Promise<Page<JsonObject>> {
  const { projection } = request
  const page = pageQuery(groupType, groupColumns(caller.baseUrl), request, others)
  const { rows, total } = await readGroupPage(tx, page, detailOf(projection))
  return { total, rows: rows.map((row) => projection.apply(groupResource(row, caller.baseUrl))) }
}

const detailOf = (projection: Projection): MemberDetail =>
  projection.names('members', 'display') ? 'names' : projection.shows('members') ? 'ids' : 'none'

interface GroupParts {
  displayName: string
  externalId: string | null
  members: Json | undefined
}

/** @throws ScimError invalidValue; group_name_invalid */
function partsOf({ displayName, externalId, members }: JsonObject): GroupParts {
  const name = typeof displayName === 'string' ? displayName.trim() : ''
  if (name === '') throw invalid('invalidValue', 'required', { path: 'displayName' })
  if (!isGroupName(name)) throw problem('group_name_invalid', {}, { field: 'displayName' })
  return { displayName: name, externalId: externalIdOf(externalId), members }
}

const attributesOf = ({ group_name, external_id }: Pick<GroupRow, 'group_name' | 'external_id'>): JsonObject => ({
  displayName: group_name,
  ...(external_id === null ? {} : { externalId: external_id }),
})

const targetOf = (row: GroupRow): Result['target'] => ({ type: 'Group', id: row.group_id, name: row.group_name })

interface GroupChange {
  attributes(before: JsonObject): JsonObject
  steps: readonly MemberStep[]
}

async function changeGroup(scope: Scope, id: string, wanted: GroupChange): Promise<{ groupId: string; changes: Result['changes'] }> {
  const { tx, caller, rules } = scope
  const groupId = idOf('Group', id)
  // Sent together; the second query sees the group as it is once the first has locked it.
  const [group, before] = await Promise.all([rules.lockGroup(tx, groupId, 'change'), findGroup(tx, groupId, 'none')])
  if (!group || !before) throw notFound('Group', id)
  mustMatch(scope.ifMatch, group.version)
  const old = attributesOf(before)
  const { displayName, externalId } = partsOf(wanted.attributes(old))
  if (displayName !== group.group_name || !group.managed_by_provider) await adoptGroup(tx, groupId, displayName)
  if (externalId !== before.external_id) await setExternalId(tx, groupId, externalId)
  const members = await changeMembers(scope, groupId, wanted.steps)
  // Membership changes are in the provisioning log; a message for each would bury the others.
  if (displayName !== group.group_name) {
    await rules.announceGroup(tx, { messageType: 'GroupUpdated', groupId, groupName: displayName, actorName: caller.actor.name })
  }
  return { groupId, changes: [...changesBetween(old, attributesOf({ group_name: displayName, external_id: externalId })), ...members] }
}

async function shown(scope: Scope, groupId: string, status: number, changes: Result['changes']): Promise<Result> {
  const { tx, caller, projection } = scope
  const row = await findGroup(tx, groupId, detailOf(projection))
  if (!row) throw notFound('Group', groupId)
  return {
    status,
    body: projection.apply(groupResource(row, caller.baseUrl)),
    version: row.version,
    ...(status === 201 ? { location: `${caller.baseUrl}/Groups/${groupId}` } : {}),
    changes,
    target: targetOf(row),
  }
}

/** Splits operations: those on members become SQL steps, all others are applied to the group's own attributes. */
function divide(operations: readonly PatchOperation[]): { ofGroup: PatchOperation[]; steps: MemberStep[] } {
  const ofGroup: PatchOperation[] = []
  const steps: MemberStep[] = []
  for (const operation of operations) {
    const { op, path, value } = operation
    if (path !== undefined) {
      const step = memberStep(op, path, value)
      if (step) steps.push(step)
      else ofGroup.push(operation)
    } else if (isObject(value) && op !== 'remove') {
      const others = Object.entries(value).filter(([name]) => !isMembers(name))
      for (const [name, members] of Object.entries(value)) if (isMembers(name)) steps.push({ kind: op, ids: memberIds(members) })
      ofGroup.push({ ...operation, value: Object.fromEntries(others) })
    } else {
      ofGroup.push(operation)
    }
  }
  return { ofGroup, steps }
}

const isMembers = (name: string): boolean => {
  const resolved = resolvePath(groupType, name)
  return resolved?.attribute.name === 'members' && !resolved.sub
}

/** @throws ScimError invalidPath, invalidFilter, mutability */
function memberStep(op: PatchOperation['op'], path: string, value: unknown): MemberStep | undefined {
  const parsed = parsePath(path)
  const resolved = resolvePath(groupType, parsed.path)
  if (resolved?.attribute.name !== 'members') return undefined
  if (resolved.sub || parsed.sub !== undefined) throw invalid('mutability', 'member_fixed', {})
  if (op !== 'remove') {
    if (parsed.filter) throw invalid('invalidPath', 'member_by_filter', {})
    return { kind: op, ids: memberIds(value) }
  }
  const named = parsed.filter ? idsNamedBy(parsed.filter) : value === undefined || value === null ? undefined : memberIds(value)
  return named ? { kind: 'remove', ids: named } : { kind: 'removeWhere', filter: parsed.filter }
}
