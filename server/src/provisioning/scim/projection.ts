import { type Json, type JsonObject, isObject } from './json.ts'
import type { Attribute } from './schema/attribute.ts'
import { resolvePath, splitUrn } from './schema/resolve.ts'
import type { ResourceType } from './schema/schemas.ts'

/** The attributes of a response (RFC 7644, section 3.9): `attributes` lists them, `excludedAttributes` leaves some out. */
export interface Projection {
  /** Whether the attribute is shown at all; expensive ones are only read if so. */
  shows(attribute: string): boolean
  /** Whether the client asked for this sub-attribute, which is only returned on request (RFC 7643, section 7). */
  names(attribute: string, sub: string): boolean
  /** Whether the client asked for specific attributes. */
  isChosen: boolean
  apply(resource: JsonObject): JsonObject
}

interface Parts {
  /** Whether the attribute itself is named. */
  isWhole: boolean
  subs: Set<string>
}

/** The named attributes. */
type Named = Map<string, Parts>

/** @param wanted names of attributes, as paths; unknown ones are ignored */
export function projectionOf(type: ResourceType, wanted: readonly string[], excluded: readonly string[]): Projection {
  const only = wanted.length === 0 ? undefined : namedIn(type, wanted)
  const without = namedIn(type, excluded)
  const isShown = (key: string, { returned }: Pick<Attribute, 'returned'>) =>
    returned === 'always' || ((only === undefined || only.has(key)) && !without.get(key)?.isWhole)
  const isNamed = (key: string, sub: string) => only?.get(key)?.subs.has(sub) ?? false
  return {
    isChosen: only !== undefined,
    shows: (attribute) => isShown(attribute, { returned: 'default' }),
    names: isNamed,
    apply(resource) {
      const shown: JsonObject = {}
      for (const [name, value] of Object.entries(resource)) {
        const extension = type.extensions.find(({ id }) => id === name)
        if (extension && isObject(value)) {
          const inner: JsonObject = {}
          for (const [member, part] of Object.entries(value)) show(inner, `${name}:${member}`, member, part)
          if (Object.keys(inner).length > 0) shown[name] = inner
        } else {
          show(shown, name, name, value)
        }
      }
      return shown
    },
  }

  function show(target: JsonObject, key: string, name: string, value: Json): void {
    const attribute = resolvePath(type, key)?.attribute
    if (!attribute || !isShown(key, attribute)) return
    const some = only?.get(key)
    const none = without.get(key)
    const onRequest = attribute.subAttributes?.filter(({ returned }) => returned === 'request').map((sub) => sub.name) ?? []
    const keeps = (part: string) =>
      onRequest.includes(part) ? isNamed(key, part) : (some === undefined || some.isWhole || some.subs.has(part)) && !none?.subs.has(part)
    target[name] = partsOf(value, keeps)
  }
}

function partsOf(value: Json, keeps: (part: string) => boolean): Json {
  if (Array.isArray(value)) return value.map((entry) => partsOf(entry, keeps))
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => keeps(name))) : value
}

function namedIn(type: ResourceType, paths: readonly string[]): Named {
  const named: Named = new Map()
  for (const given of paths) {
    // Microsoft's collection asks for `emails[type eq "work"]`; the grammar has no filter here, so it gets all of them.
    const path = given.replace(/\[.*\]/s, '').trim()
    const { urn, rest } = splitUrn(type, path)
    if (rest === '' && urn !== undefined) {
      const schema = [type.schema, ...type.extensions].find(({ id }) => id === urn)
      for (const { name } of schema?.attributes ?? []) partsOfName(urn === type.schema.id ? name : `${urn}:${name}`).isWhole = true
      continue
    }
    const resolved = resolvePath(type, path)
    if (!resolved) continue
    const { extension, attribute, sub } = resolved
    const parts = partsOfName(extension === undefined ? attribute.name : `${extension}:${attribute.name}`)
    if (sub) parts.subs.add(sub.name)
    else parts.isWhole = true
  }
  return named

  function partsOfName(key: string): Parts {
    const known = named.get(key)
    if (known) return known
    const created = { isWhole: false, subs: new Set<string>() }
    named.set(key, created)
    return created
  }
}
