import { z } from 'zod'
import type { Operation } from '@steward/contract/operations'

type JsonSchema = Record<string, unknown>

/**
 * Schemas for Fastify's serializer, which only writes declared fields. `anyOf [X, null]` becomes `nullable`, because the
 * serializer would otherwise validate every such value.
 */
export function responseJsonSchema(declared: Operation): Record<number, JsonSchema> | undefined {
  if (declared.media?.response || declared.status === 204) return undefined
  const schema = z.toJSONSchema(declared.response, { target: 'draft-7', io: 'output', unrepresentable: 'any' })
  return { [declared.status]: fold(schema as JsonSchema) }
}

function fold(value: unknown): JsonSchema {
  return visit(value) as JsonSchema
}

function visit(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(visit)
  if (typeof value !== 'object' || value === null) return value
  const schema = value as JsonSchema
  const anyOf = schema['anyOf']
  if (Array.isArray(anyOf) && anyOf.length === 2) {
    const other = anyOf.find((one: JsonSchema) => one['type'] !== 'null') as JsonSchema | undefined
    if (other && anyOf.some((one: JsonSchema) => one['type'] === 'null')) {
      const folded = visit(other) as JsonSchema
      // Within a union of objects the serializer does validate, and takes an enum literally.
      const values = Array.isArray(folded['enum']) ? { enum: [...folded['enum'], null] } : {}
      return { ...folded, ...values, nullable: true }
    }
  }
  const copy: JsonSchema = {}
  for (const [key, inner] of Object.entries(schema)) {
    // The parser checked formats and patterns; the serializer only writes.
    if (key === '$schema' || key === 'format' || key === 'pattern' || key === 'entity' || key === 'example') {
      if (typeof inner === 'string') continue
    }
    copy[key] = visit(inner)
  }
  return copy
}
