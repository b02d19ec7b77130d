import { invalid } from '../error.ts'
import { type Json, type JsonObject, isObject } from '../json.ts'
import { type Attribute, attributeNamed } from './attribute.ts'
import { type ResourceType, commonAttributes } from './schemas.ts'

/**
 * Normalizes client input for all other code: attribute names in the schema's case, values of the schema's types, and nothing
 * unknown, empty or read-only. Tolerates known deviations of providers: booleans as texts ("False"), a single value instead of a
 * list and the reverse, and a bare text instead of an object with a `value`.
 */

const longestText = 32_768
const mostValues = 200

/** The writable attributes of a resource. @throws ScimError invalidValue, invalidSyntax */
export function cleanResource(type: ResourceType, body: unknown): JsonObject {
  if (!isObject(body)) throw invalid('invalidSyntax', 'body_not_object', {})
  const known = new Map(type.extensions.map((schema) => [schema.id.toLowerCase(), schema]))
  mustNotRepeat(Object.keys(body))
  const resource: JsonObject = {}
  for (const [name, value] of Object.entries(body)) {
    const extension = known.get(name.toLowerCase())
    const attribute = attributeNamed([...commonAttributes, ...type.schema.attributes], name)
    if (extension && isObject(value)) put(resource, extension.id, cleanMembers(extension.attributes, value, ''))
    else if (attribute) put(resource, attribute.name, cleanAttribute(attribute, value))
  }
  return resource
}

/** Attribute names ignore case (RFC 7643, section 2.1), so `userName` and `username` are one. @throws ScimError invalidSyntax */
export function mustNotRepeat(names: readonly string[], prefix = ''): void {
  const seen = new Map<string, string>()
  for (const name of names) {
    const other = seen.get(name.toLowerCase())
    if (other !== undefined) {
      throw invalid('invalidSyntax', 'two_spellings', { one: `${prefix}${other}`.slice(0, 200), other: `${prefix}${name}`.slice(0, 200) })
    }
    seen.set(name.toLowerCase(), name)
  }
}

function put(target: JsonObject, name: string, value: Json | undefined): void {
  if (value !== undefined) target[name] = value
}

/** The value of an attribute; undefined if empty. @throws ScimError invalidValue */
export function cleanAttribute(attribute: Attribute, value: unknown, path = attribute.name): Json | undefined {
  if (attribute.mutability === 'readOnly' || attribute.name === 'schemas' || value === null || value === undefined) return undefined
  if (!attribute.multiValued) return cleanSingle(attribute, single(value), path)
  const values = (Array.isArray(value) ? value : [value])
    .flatMap((entry) => cleanEntry(attribute, entry, path) ?? [])
    .filter((entry) => isWhole(attribute, entry))
  if (values.length > mostValues && attribute.name !== 'members')
    throw invalid('invalidValue', 'too_many_values', { path, maximum: mostValues })
  return values.length === 0 ? undefined : onePrimary(attribute, values)
}

/** One value of a multi-valued attribute, complete or not; undefined if empty. @throws ScimError invalidValue */
export const cleanEntry = (attribute: Attribute, value: unknown, path = attribute.name): Json | undefined =>
  cleanSingle(attribute, value, path)

/** Whether a value of a multi-valued attribute is complete: a type without an address is not. */
export function isWhole(attribute: Attribute, entry: Json): boolean {
  if (!isObject(entry)) return true
  return attributeNamed(attribute.subAttributes, 'value') ? entry['value'] !== undefined : Object.keys(entry).length > 0
}

const single = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value)

/** Whether a value is the primary one; an incomplete one can still become it. */
export const isPrimary = (attribute: Attribute, value: Json | undefined): value is JsonObject =>
  isObject(value) && value['primary'] === true && isWhole(attribute, value)

/** Keeps at most one primary value (RFC 7643, section 2.4): the first one marked. */
export function onePrimary(attribute: Attribute, values: Json[], kept = values.findIndex((value) => isPrimary(attribute, value))): Json[] {
  return values.map((value, index) => (index !== kept && isPrimary(attribute, value) ? { ...value, primary: false } : value))
}

function cleanSingle(attribute: Attribute, value: unknown, path: string): Json | undefined {
  if (value === null || value === undefined) return undefined
  if (attribute.subAttributes) return cleanComplex(attribute.subAttributes, value, path)
  const plain = isObject(value) && 'value' in value ? value['value'] : value
  if (plain === null || plain === undefined || plain === '') return undefined
  if (attribute.type === 'boolean') return cleanBoolean(plain, path)
  if (typeof plain !== 'string' && typeof plain !== 'number' && typeof plain !== 'boolean')
    throw invalid('invalidValue', 'text_expected', { path })
  return cleanText(String(plain), path)
}

function cleanComplex(parts: readonly Attribute[], value: unknown, path: string): Json | undefined {
  if (isObject(value)) return cleanMembers(parts, value, `${path}.`)
  const main = attributeNamed(parts, 'value')
  if (main && typeof value === 'string') return cleanMembers(parts, { value }, `${path}.`)
  throw invalid('invalidValue', 'object_expected', { path })
}

function cleanMembers(parts: readonly Attribute[], value: JsonObject, prefix: string): JsonObject | undefined {
  mustNotRepeat(Object.keys(value), prefix)
  const cleaned: JsonObject = {}
  for (const [name, member] of Object.entries(value)) {
    const part = attributeNamed(parts, name)
    if (part) put(cleaned, part.name, cleanAttribute(part, member, `${prefix}${part.name}`))
  }
  return Object.keys(cleaned).length === 0 ? undefined : cleaned
}

/** Entra ID sends "True" and "False". */
function cleanBoolean(value: unknown, path: string): boolean {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' ? value.toLowerCase() : ''
  if (word === 'true' || word === 'false') return word === 'true'
  throw invalid('invalidValue', 'boolean_expected', { path })
}

function cleanText(value: string, path: string): string {
  // PostgreSQL stores neither.
  if (value.includes('\0') || !value.isWellFormed()) throw invalid('invalidValue', 'text_not_storable', {})
  if (value.length > longestText) throw invalid('invalidValue', 'text_too_long', { path, maximum: longestText })
  return value
}
