import type { z } from 'zod'

/** Where a schema accepts a string, and the schema that validates it. */
export interface StringPlace {
  /** Path of member names; `0` is a list's first entry, `*` any member of a record, `{key}` its name. */
  path: readonly string[]
  schema: z.core.$ZodType
}

/** Every place where a schema accepts a string. Unknown members of a loose object are left out: no handler reads them. */
export function stringPlaces(schema: z.core.$ZodType, path: readonly string[] = []): StringPlace[] {
  // The union of zod's own schemas: every schema of the contract is one of them.
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
    case 'template_literal':
    case 'unknown':
    case 'any':
    case 'custom':
      return [{ path, schema }]
    case 'object':
      return Object.entries(def.shape).flatMap(([name, member]) => stringPlaces(member, [...path, name]))
    case 'array':
      return stringPlaces(def.element, [...path, '0'])
    case 'record':
      return [...stringPlaces(def.keyType, [...path, '{key}']), ...stringPlaces(def.valueType, [...path, '*'])]
    case 'union':
      return def.options.flatMap((option) => stringPlaces(option, path))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return stringPlaces(def.innerType, path)
    case 'pipe': {
      // `z.preprocess` leaves validation to the schema after it.
      if ((def.in as z.core.$ZodTypes)._zod.def.type === 'transform') return stringPlaces(def.out, path)
      // A later schema in the pipe can refuse it, too.
      return stringPlaces(def.in, path).map((place) => (place.path.length === path.length ? { path, schema } : place))
    }
    case 'boolean':
    case 'enum':
    case 'file':
    case 'literal':
    case 'never':
    case 'null':
    case 'number':
    case 'undefined':
      return []
    default:
      throw new Error(`stringPlaces() does not know schemas of the type ${def.type}: add it.`)
  }
}
