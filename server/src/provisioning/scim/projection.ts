import { type Json, type JsonObject, isObject } from './json.ts'
import type { Attribute } from './schema/attribute.ts'
import { resolvePath, splitUrn } from './schema/resolve.ts'
import type { ResourceType } from './schema/schemas.ts'

/** The attributes of a response (RFC 7644, section 3.9): `attributes` lists them, `excludedAttributes` leaves some out. */
export interface Projection {
  /** Whether the attribute is shown at all; expensive ones are only read if so. */
  shows(attribute: string): boolean
  /** Whether the client asked for specific attributes. */
  isChosen: boolean
  apply(resource: JsonObject): JsonObject
}

/** The requested parts of one attribute; 'all' for the attribute itself. */
type Named = Map<string, Set<string> | 'all'>

/** @param wanted names of attributes, as paths; unknown ones are ignored */
export function projectionOf(type: ResourceType, wanted: readonly string[], excluded: readonly string[]): Projection {
  const only = wanted.length === 0 ? undefined : namedIn(type, wanted)
  const without = namedIn(type, excluded)
  const isShown = (key: string, { returned }: Pick<Attribute, 'returned'>) =>
    returned === 'always' || ((only === undefined || only.has(key)) && without.get(key) !== 'all')
  return {
    isChosen: only !== undefined,
    shows: (attribute) => isShown(attribute, { returned: 'default' }),
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
    const keeps = (part: string) => (some === undefined || some === 'all' || some.has(part)) && !(none instanceof Set && none.has(part))
    target[name] = partsOf(value, keeps)
  }
}

function partsOf(value: Json, keeps: (part: string) => boolean): Json {
  if (Array.isArray(value)) return value.map((entry) => partsOf(entry, keeps))
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => keeps(name))) : value
}

function namedIn(type: ResourceType, paths: readonly string[]): Named {
  const named: Named = new Map()
  for (const path of paths) {
    const { urn, rest } = splitUrn(type, path.trim())
    if (rest === '' && urn !== undefined) {
      const schema = [type.schema, ...type.extensions].find(({ id }) => id === urn)
      for (const { name } of schema?.attributes ?? []) named.set(urn === type.schema.id ? name : `${urn}:${name}`, 'all')
      continue
    }
    const resolved = resolvePath(type, path.trim())
    if (!resolved) continue
    const { extension, attribute, sub } = resolved
    const key = extension === undefined ? attribute.name : `${extension}:${attribute.name}`
    const known = named.get(key)
    if (!sub) named.set(key, 'all')
    else if (known === undefined) named.set(key, new Set([sub.name]))
    else if (known !== 'all') known.add(sub.name)
  }
  return named
}
