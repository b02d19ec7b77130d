import { invalid } from '../error.ts'
import { bindValueFilter, type BoundFilter } from '../filter/bind.ts'
import { matchesValue } from '../filter/evaluate.ts'
import { type PatchPath, parsePath } from '../filter/parse.ts'
import { type Json, type JsonObject, isObject } from '../json.ts'
import { type Attribute, attributeNamed } from './attribute.ts'
import { cleanAttribute, cleanEntry, isPrimary, isWhole, mustNotRepeat, onePrimary } from './clean.ts'
import type { PatchOperation } from './patch-request.ts'
import { type ResolvedPath, resolvePath, splitUrn } from './resolve.ts'
import type { ResourceType } from './schemas.ts'

/**
 * Applies the operations of a PATCH (RFC 7644, section 3.5.2) to a copy of a resource's attributes.
 * More lenient than the RFC, because providers need it: `replace` of a missing value adds it if the filter describes it
 * (`emails[type eq "work"].value`), and unknown attributes are ignored unless a path names them.
 * @throws ScimError invalidPath, invalidFilter, invalidValue, mutability, noTarget
 */
export function applyPatch(type: ResourceType, resource: JsonObject, operations: readonly PatchOperation[]): JsonObject {
  const result = structuredClone(resource)
  for (const operation of operations) applyOperation(type, result, operation)
  for (const attribute of type.schema.attributes) dropIncomplete(result, attribute)
  for (const attribute of type.schema.attributes) mustStay(result, attribute)
  return result
}

/** Clients send the parts of a value one by one, in any order; values without a `value` at the end are dropped. */
function dropIncomplete(resource: JsonObject, attribute: Attribute): void {
  const values = resource[attribute.name]
  if (!attribute.multiValued || !Array.isArray(values)) return
  const whole = values.filter((entry) => isWhole(attribute, entry))
  set(resource, attribute.name, whole.length === 0 ? undefined : whole)
}

/** @throws ScimError mutability if a required attribute without a default is gone (RFC 7644, section 3.5.2.2) */
function mustStay(resource: JsonObject, { name, required, hasDefault }: Attribute): void {
  if (required && !hasDefault && resource[name] === undefined) throw invalid('mutability', 'not_removable', { attribute: name })
}

type Op = PatchOperation['op']

function applyOperation(type: ResourceType, resource: JsonObject, { op, path, value }: PatchOperation): void {
  if (path !== undefined) return applyAt(type, resource, op, parsePath(path), value)
  if (op === 'remove') throw invalid('noTarget', 'remove_without_path', {})
  if (!isObject(value)) throw invalid('invalidValue', 'object_expected', { path: 'value' })
  applyMembers(type, resource, op, value, '')
}

/** The members of an object sent without a path are attributes, paths such as `name.givenName`, or extensions. */
function applyMembers(type: ResourceType, resource: JsonObject, op: Op, members: JsonObject, prefix: string): void {
  mustNotRepeat(Object.keys(members), prefix)
  for (const [name, value] of Object.entries(members)) {
    const path = pathOf(prefix + name)
    if (!path) continue
    const extension = extensionOf(type, path)
    if (extension !== undefined && isObject(value)) applyMembers(type, resource, op, value, `${extension}:`)
    else if (resolvePath(type, path.path)?.attribute.mutability === 'readWrite') applyAt(type, resource, op, path, value)
  }
}

function pathOf(text: string): PatchPath | undefined {
  try {
    return parsePath(text)
  } catch {
    // Names that are not valid paths are unknown attributes.
    return undefined
  }
}

const extensionOf = (type: ResourceType, { path }: PatchPath): string | undefined => {
  const { urn, rest } = splitUrn(type, path)
  return rest === '' ? urn : undefined
}

function applyAt(type: ResourceType, resource: JsonObject, op: Op, path: PatchPath, value: unknown): void {
  const extension = extensionOf(type, path)
  if (extension !== undefined) return applyExtension(type, resource, op, extension, value)
  const resolved = resolvePath(type, path.path)
  if (!resolved) throw invalid('invalidPath', 'attribute_unknown', { type: type.name, attribute: path.path.slice(0, 200) })
  const { attribute } = resolved
  if (attribute.name === 'schemas') return
  if (attribute.mutability === 'readOnly') throw invalid('mutability', 'read_only', { attribute: attribute.name })
  const home = homeOf(resource, resolved)
  if (attribute.multiValued) applyMany(home, resolved, op, path, value)
  else if (path.filter) throw invalid('invalidPath', 'single_valued', { attribute: attribute.name })
  else applySingle(home, resolved, op, value)
  if (resolved.extension !== undefined && Object.keys(home).length === 0) delete resource[resolved.extension]
}

function applyExtension(type: ResourceType, resource: JsonObject, op: Op, urn: string, value: unknown): void {
  if (urn === type.schema.id && op !== 'remove' && isObject(value)) return applyMembers(type, resource, op, value, '')
  if (!type.extensions.some(({ id }) => id === urn))
    throw invalid('invalidPath', 'schema_unknown', { type: type.name, schema: urn.slice(0, 200) })
  if (op === 'remove') delete resource[urn]
  else if (isObject(value)) applyMembers(type, resource, op, value, `${urn}:`)
  else throw invalid('invalidValue', 'object_expected', { path: urn })
}

/** The object that contains the attribute. */
function homeOf(resource: JsonObject, { extension }: ResolvedPath): JsonObject {
  if (extension === undefined) return resource
  const found = resource[extension]
  if (isObject(found)) return found
  const created: JsonObject = {}
  resource[extension] = created
  return created
}

function set(target: JsonObject, name: string, value: Json | undefined): void {
  if (value === undefined) delete target[name]
  else target[name] = value
}

function applySingle(home: JsonObject, { attribute, sub }: ResolvedPath, op: Op, value: unknown): void {
  const before = home[attribute.name]
  if (sub) {
    const members = isObject(before) ? { ...before } : {}
    set(members, sub.name, op === 'remove' ? undefined : cleanAttribute(sub, value, `${attribute.name}.${sub.name}`))
    return set(home, attribute.name, Object.keys(members).length === 0 ? undefined : members)
  }
  const cleaned = op === 'remove' ? undefined : cleanAttribute(attribute, value)
  // Omitted parts of an object are kept: clients send the parts that changed.
  set(home, attribute.name, isObject(before) && isObject(cleaned) ? { ...before, ...cleaned } : cleaned)
}

function applyMany(home: JsonObject, resolved: ResolvedPath, op: Op, path: PatchPath, value: unknown): void {
  const { attribute } = resolved
  const stored = home[attribute.name]
  const before = Array.isArray(stored) ? stored : []
  const after =
    path.filter || path.sub !== undefined || resolved.sub
      ? changeSome(before, resolved, op, path, value)
      : changeAll(before, attribute, op, value)
  set(home, attribute.name, after.length === 0 ? undefined : after)
}

function changeAll(before: Json[], attribute: Attribute, op: Op, value: unknown): Json[] {
  const named = cleanAttribute(attribute, value)
  const given = Array.isArray(named) ? named : []
  if (op === 'replace') return given
  // Entra ID removes values by listing them.
  if (op === 'remove')
    return value === undefined || value === null ? [] : before.filter((entry) => !given.some((gone) => isSame(entry, gone)))
  return added(attribute, before, given)
}

/** Adding an existing value does not duplicate it, but can add details (RFC 7644, section 3.5.2.1). */
function added(attribute: Attribute, before: readonly Json[], given: readonly Json[]): Json[] {
  const result = [...before]
  let primary = -1
  for (const entry of given) {
    const at = result.findIndex((known) => isSame(known, entry))
    const known = result[at]
    if (at === -1) result.push(entry)
    else result[at] = isObject(known) && isObject(entry) ? { ...known, ...entry } : entry
    if (isPrimary(attribute, entry)) primary = at === -1 ? result.length - 1 : at
  }
  return primary === -1 ? result : onePrimary(attribute, result, primary)
}

function isSame(one: Json, other: Json): boolean {
  if (!isObject(one) || !isObject(other)) return one === other
  const { value, type } = other
  if (value !== undefined) return value === one['value'] && (type === undefined || type === one['type'])
  return Object.entries(other).every(([name, member]) => JSON.stringify(member) === JSON.stringify(one[name]))
}

/** Changes the values that match the filter, or all of them. */
function changeSome(before: Json[], resolved: ResolvedPath, op: Op, path: PatchPath, value: unknown): Json[] {
  const { attribute } = resolved
  const sub = path.sub === undefined ? resolved.sub : attributeNamed(attribute.subAttributes, path.sub)
  if (path.sub !== undefined && !sub)
    throw invalid('invalidPath', 'sub_attribute_unknown', { attribute: attribute.name, sub: path.sub.slice(0, 200) })
  const filter = path.filter && bindValueFilter({ ...resolved, sub: undefined }, path.filter)
  const isSelected = (entry: Json) => !filter || matchesValue(filter, entry)
  if (op === 'remove') return before.flatMap((entry) => (isSelected(entry) ? without(entry, attribute, sub) : [entry]))
  const change = sub ? { [sub.name]: cleanAttribute(sub, value, `${attribute.name}.${sub.name}`) ?? null } : object(attribute, value)
  if (!before.some(isSelected)) {
    const created = cleanEntry(attribute, { ...described(filter, attribute), ...change })
    return created === undefined ? before : added(attribute, before, [created])
  }
  const keeps = op === 'add' || sub !== undefined
  const after = before.map((entry) => {
    if (!isSelected(entry)) return entry
    return cleanEntry(attribute, keeps && isObject(entry) ? { ...entry, ...change } : change) ?? {}
  })
  const chosen = after.findIndex((entry, index) => isPrimary(attribute, entry) && !isPrimary(attribute, before[index]))
  return chosen === -1 ? onePrimary(attribute, after) : onePrimary(attribute, after, chosen)
}

function without(entry: Json, attribute: Attribute, sub: Attribute | undefined): Json[] {
  if (!sub || !isObject(entry)) return []
  const { [sub.name]: _removed, ...rest } = entry
  const kept = cleanEntry(attribute, rest)
  return kept === undefined ? [] : [kept]
}

function object(attribute: Attribute, value: unknown): JsonObject {
  const cleaned = cleanEntry(attribute, Array.isArray(value) && value.length === 1 ? value[0] : value)
  if (!isObject(cleaned)) throw invalid('invalidValue', 'object_expected', { path: attribute.name })
  return cleaned
}

/** The values that an equality filter requires, to create a match. @throws ScimError noTarget */
function described(filter: BoundFilter | undefined, attribute: Attribute): JsonObject {
  if (!filter) return {}
  if (filter.kind === 'and') return Object.assign({}, ...filter.parts.map((part) => described(part, attribute)))
  if (filter.kind === 'compare' && filter.op === 'eq' && filter.target.sub && !(filter.value instanceof Date)) {
    return { [filter.target.sub.name]: filter.value }
  }
  throw invalid('noTarget', 'nothing_selected', { attribute: attribute.name })
}
