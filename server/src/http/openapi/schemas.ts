import { z } from 'zod'
import { namedSchemas } from '@steward/contract/named-schemas'

export type Json = Record<string, unknown>

type Direction = 'input' | 'output'

const names = new Map<z.core.$ZodType, string>(Object.entries(namedSchemas).map(([name, schema]) => [schema, name]))

/** Named schemas whose input is described as their output is, such as those without defaults. */
const isSameAsInput = new Map<z.core.$ZodType, boolean>()

export const schemaReference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** A schema as JSON Schema, which refers to the named ones. */
export function jsonSchema(schema: z.ZodType, direction: Direction): Json {
  const name = nameOf(schema, direction)
  return name === undefined ? described(schema, direction) : schemaReference(name)
}

/** The named schemas as JSON Schema, by name. */
export const namedJsonSchemas = (): Json =>
  Object.fromEntries(Object.entries(namedSchemas).map(([name, schema]) => [name, described(schema, 'output')]))

function nameOf(schema: z.core.$ZodType, direction: Direction): string | undefined {
  const name = names.get(schema)
  if (name === undefined || direction === 'output') return name
  const known = isSameAsInput.get(schema) ?? JSON.stringify(described(schema, 'input')) === JSON.stringify(described(schema, 'output'))
  isSameAsInput.set(schema, known)
  return known ? name : undefined
}

/** `userChange` as "user change". */
const wordsOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^(api|scim)(?= )/, (acronym) => acronym.toUpperCase())

function described(schema: z.core.$ZodType, direction: Direction): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: direction,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: one }) => {
      const json = one as Json
      const name = zodSchema === schema ? undefined : nameOf(zodSchema, direction)
      if (name !== undefined) {
        for (const keyword of Object.keys(json)) delete json[keyword]
        Object.assign(json, schemaReference(name))
      }
      if (typeof json['entity'] === 'string' && one.format === 'uuid') one.description ??= `Id of the ${wordsOf(json['entity'])}`
      delete json['entity']
      // The format says the same, and people can read it.
      if (one.format !== undefined && one.format !== 'regex') delete one.pattern
      // Every JSON number that is an integer is within these.
      if (one.minimum === Number.MIN_SAFE_INTEGER) delete one.minimum
      if (one.maximum === Number.MAX_SAFE_INTEGER) delete one.maximum
    },
  }) as Json
  return rest
}
