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

interface Answer {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, Media>
}

interface Reference {
  $ref: string
}

interface DocumentedOperation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Answer | Reference>
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>
}

export interface Operation extends DocumentedOperation {
  path: string
  method: string
  /** Also those that the document says elsewhere. */
  responses: Record<string, Answer>
}

export const operationsOf = (document: OpenApiDocument): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, declared]) => ({ ...declared, path, method, responses: answersOf(document, declared) })),
  )

const answersOf = (document: OpenApiDocument, { responses }: DocumentedOperation): Record<string, Answer> =>
  Object.fromEntries(
    Object.entries(responses).map(([status, answer]) => [status, '$ref' in answer ? resolve<Answer>(document, answer.$ref) : answer]),
  )

/** What a reference within the document, such as `#/components/schemas/User`, refers to. */
export function resolve<T>(document: OpenApiDocument, reference: string): T {
  const names = reference.replace(/^#\//, '').split('/')
  const found = names.reduce<unknown>((inside, name) => (inside as Record<string, unknown> | undefined)?.[unescaped(name)], document)
  if (found === undefined) throw new Error(`the document has no ${reference}`)
  return found as T
}

/** Whether a body is as the document says. */
export type BodyCheck = (operation: Operation, status: number, type: string, body: unknown) => string | undefined

/** Checks bodies against the document's schemas, each compiled when first needed. */
export function createBodyCheck(document: OpenApiDocument): BodyCheck {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false, allErrors: false })
  ajv.addSchema(document, 'openapi')
  const checks = new Map<string, ValidateFunction>()
  return ({ path, method }, status, type, body) => {
    const answer = document.paths[path]?.[method]?.responses[String(status)]
    const place = answer && '$ref' in answer ? answer.$ref : pointerTo('paths', path, method, 'responses', String(status))
    const pointer = `${place}${pointerTo('content', type, 'schema').slice(1)}`
    const check = checks.get(pointer) ?? ajv.compile({ $ref: `openapi${pointer}` })
    checks.set(pointer, check)
    return check(body) ? undefined : ajv.errorsText(check.errors)
  }
}

/** A JSON pointer as a URI fragment (RFC 6901, section 6). */
const pointerTo = (...names: string[]): string =>
  `#/${names.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`

const unescaped = (name: string): string => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')
