import { type Attribute, attributeNamed } from './attribute.ts'
import { type ResourceType, commonAttributes } from './schemas.ts'

/** An attribute of a resource type, and the sub-attribute if the path names one. */
export interface ResolvedPath {
  /** The URN of its extension; undefined for the core schema. */
  extension: string | undefined
  attribute: Attribute
  sub: Attribute | undefined
}

/**
 * Splits `urn:…:User:manager.displayName` into the URN and the rest. URNs contain dots and colons, so the type's known schemas
 * are tried first; an unknown URN ends at the last colon.
 */
export function splitUrn(type: ResourceType, path: string): { urn: string | undefined; rest: string } {
  if (!/^urn:/i.test(path)) return { urn: undefined, rest: path }
  const lower = path.toLowerCase()
  for (const { id } of [type.schema, ...type.extensions]) {
    const urn = id.toLowerCase()
    if (lower === urn) return { urn: id, rest: '' }
    if (lower.startsWith(`${urn}:`) || lower.startsWith(`${urn}.`)) return { urn: id, rest: path.slice(urn.length + 1) }
  }
  const last = path.lastIndexOf(':')
  return { urn: path.slice(0, last), rest: path.slice(last + 1) }
}

/**
 * The attribute of a path such as `userName`, `name.givenName` or `urn:…:User:department` (RFC 7644, section 3.10); undefined if
 * the type does not have it.
 */
export function resolvePath(type: ResourceType, path: string): ResolvedPath | undefined {
  const { urn, rest } = splitUrn(type, path)
  const [name = '', subName, ...more] = rest.split('.')
  if (more.length > 0) return undefined
  const extension = type.extensions.find(({ id }) => id === urn)
  if (urn !== undefined && !extension && urn !== type.schema.id) return undefined
  const attribute = attributeNamed(extension ? extension.attributes : [...commonAttributes, ...type.schema.attributes], name)
  if (!attribute) return undefined
  if (subName === undefined) return { extension: extension?.id, attribute, sub: undefined }
  const sub = attributeNamed(attribute.subAttributes, subName)
  return sub && { extension: extension?.id, attribute, sub }
}
