import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** The parts of an OpenAPI document that requests are made from. */

export interface Schema {
  [keyword: string]: unknown
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
  example?: unknown
}

interface Media {
  schema: Schema
  example?: unknown
}

export interface DocumentedOperation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>
}

export interface Operation extends DocumentedOperation {
  path: string
  method: string
}

export const operationsOf = ({ paths }: OpenApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, declared]) => ({ path, method, ...declared })))

/** Whether a body is as the document says. */
export type BodyCheck = (operation: Operation, status: number, type: string, body: unknown) => string | undefined

/** Checks bodies against the document's schemas, each compiled when first needed. */
export function createBodyCheck(document: OpenApiDocument): BodyCheck {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false, allErrors: false })
  ajv.addSchema(document, 'openapi')
  const checks = new Map<string, ValidateFunction>()
  return ({ path, method }, status, type, body) => {
    const pointer = ['paths', path, method, 'responses', String(status), 'content', type, 'schema'].map(escaped).join('/')
    const check = checks.get(pointer) ?? ajv.compile({ $ref: `openapi#/${pointer}` })
    checks.set(pointer, check)
    return check(body) ? undefined : ajv.errorsText(check.errors)
  }
}

/** A member name in a JSON pointer in a URI fragment (RFC 6901, section 6). */
const escaped = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
