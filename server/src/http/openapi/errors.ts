import { type ErrorCode, errors } from '@steward/contract/errors'
import { isProductScope } from '@steward/contract/http'
import type { Operation } from '@steward/contract/operations'
import { errorText } from '../problems.ts'
import { type Json, jsonSchema, schemaReference } from './schemas.ts'

/** Answers of the document's `components.responses`, by name. */
export type SharedAnswers = Record<string, Json>

/** What an operation answers instead, by status. Most operations share each of these, which is added to `shared`. */
export function errorAnswers(declared: Operation, { shared, hasBody }: { shared: SharedAnswers; hasBody: boolean }): Json {
  const byStatus = Map.groupBy(errorCodes(declared, hasBody), (code) => errors[code])
  const answers = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]): [string, Json] => {
      if (declared.failure) return [String(status), problemAnswer(declared, status, codes)]
      const name = codes.join('.')
      shared[name] ??= problemAnswer(declared, status, codes)
      return [String(status), { $ref: `#/components/responses/${name}` }]
    })
  return Object.fromEntries(answers)
}

/** In the order of their names. */
function errorCodes(declared: Operation, hasBody: boolean): ErrorCode[] {
  const isPublic = 'public' in declared.access
  const codes = new Set<ErrorCode>([...declared.errors, 'invalid_request', 'internal', ...capacityCodes(declared)])
  if (hasBody) for (const code of ['body_too_large', 'unsupported_media_type'] as const) codes.add(code)
  if (!isPublic) codes.add('unauthenticated')
  if ('permission' in declared.access) codes.add('forbidden')
  if (!isPublic && !('service' in declared.access)) codes.add('token_not_accepted')
  if ('signedIn' in declared.access && declared.access.as === 'user') codes.add('person_needed')
  if ('service' in declared.access) {
    codes.add('service_scope_missing')
    if (isProductScope(declared.access.service)) codes.add('service_product_other')
  }
  if (declared.freshness) codes.add('freshness_required')
  if (declared.precondition) codes.add('version_conflict')
  if (declared.withoutPreview) codes.add('preview_unavailable')
  if (declared.ratePerMinute !== undefined) codes.add('rate_limited')
  return [...codes].sort()
}

/** What every operation can answer without capacity, or without a database. */
function capacityCodes({ method, pace }: Operation): ErrorCode[] {
  return [
    'unavailable',
    'took_too_long',
    ...(pace === 'always' ? [] : (['overloaded'] as const)),
    ...(method === 'GET' ? [] : (['outcome_unknown', 'storage_full'] as const)),
  ]
}

const retryAfter = { 'Retry-After': { description: 'Seconds until it is worth trying again', schema: { type: 'integer' } } }

function problemAnswer({ failure }: Operation, status: number, codes: readonly ErrorCode[]): Json {
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    ...(status === 503 ? { headers: retryAfter } : {}),
    content: {
      [failure?.type ?? 'application/problem+json']: failure
        ? { schema: jsonSchema(failure.schema, 'output') }
        : {
            schema: schemaReference('Problem'),
            examples: Object.fromEntries(codes.map((code) => [code, { value: exampleProblem(status, code) }])),
          },
    },
  }
}

const requestId = '6f2c2d0e-5a53-4a0e-9a51-4d4b8b0a7c10'

/** The parameters have their names as values: what they are is known when the error happens. */
function exampleProblem(status: number, code: ErrorCode): Json {
  const parameters: Record<string, string> = {}
  const named = new Proxy(parameters, { get: (known, name) => (known[String(name)] ??= `{${String(name)}}`) })
  const message = errorText(code, named)
  return { type: 'about:blank', title: 'Problem', status, code, message, requestId, parameters }
}
