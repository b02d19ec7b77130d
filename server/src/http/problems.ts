import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorParameters, ProblemException, problem } from '@steward/contract/errors'
import type { FieldFault } from '@steward/contract/errors'
import type { Problem } from '@steward/contract/problem-schemas'
import { fieldFaultText } from '@steward/contract/field-faults'
import { confirmationMinutes } from '@steward/contract/rules/factors'
import { baseLanguage, type Language } from '@steward/contract/languages'
import * as m from '@steward/contract/paraglide/messages'
import { OutcomeUnknownError, isDatabaseUnavailable, isDiskFull, tookTooLong } from '../db/unavailable.ts'
import { languageOf } from './language.ts'
import { permissionText } from './permission-text.ts'

type Message = (parameters: ErrorParameters, options: { locale: Language }) => string
// Paraglide exports one function per key; errors are looked up by code, and a test checks that all have one.
const catalog = m as unknown as Record<string, Message | undefined>

/** The message of an error code. */
export function errorText(code: string, parameters: ErrorParameters, language: Language = baseLanguage): string {
  return catalog[`error_${code}`]?.(parameters, { locale: language }) ?? code
}

/** Messages of error codes, for what each of several in one call failed for. */
export type TextOf = (code: string, parameters: ErrorParameters) => string

/** The messages in the language of a request. */
export function textsFor(request: Pick<FastifyRequest, 'headers'>): TextOf {
  const language = languageOf(request)
  return (code, parameters) => errorText(code, parameters, language)
}

/** The message of a field error, from the contract or the server. */
export function faultText(fault: FieldFault, language: Language): string {
  return fieldFaultText(fault, { locale: language }) ?? errorText(fault.code, fault.parameters ?? {}, language)
}

/** The only field error of an invalid request is its message; permissions are named as the console names them. */
function messageOf({ code, parameters, fields }: ProblemException, language: Language): string {
  const [fault, ...more] = fields
  if (code === 'invalid_request' && fault && more.length === 0) return faultText(fault, language)
  if (code === 'forbidden') return errorText(code, { permission: permissionText(permissionsOf(parameters), language) }, language)
  return errorText(code, parameters, language)
}

const permissionsOf = ({ permission, or }: ErrorParameters): string[] => [permission, or].filter((name) => typeof name === 'string')

/** The response body for an exception. */
export function problemBody(exception: ProblemException, requestId: string, language: Language): Problem {
  const { code, status, parameters, fields } = exception
  const body: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code,
    message: messageOf(exception, language),
    requestId,
    parameters,
  }
  if (fields.length > 0) {
    body.errors = fields.map((fault) => ({
      field: fault.field,
      code: fault.code,
      message: faultText(fault, language),
      ...(fault.parameters ? { parameters: fault.parameters } : {}),
    }))
  }
  return body
}

/** Maps Fastify's own errors to our codes. */
const fastifyCodes: Record<string, (limit: number) => ProblemException> = {
  FST_ERR_CTP_BODY_TOO_LARGE: (limit) => problem('body_too_large', { limitBytes: limit }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => problem('unsupported_media_type'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => problem('malformed_json'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => problem('malformed_json'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => problem('invalid_request'),
  FST_ERR_BAD_URL: () => problem('address_malformed'),
  FST_ERR_MAX_PARAM_LENGTH: () => problem('address_too_long'),
}

/** A restart with recovery takes about this long. */
const databaseRetrySeconds = 5

/** Any thrown value as a problem; unexpected errors become `internal`. */
export function toProblem(error: unknown, bodyLimit: number): ProblemException {
  if (error instanceof ProblemException) return error
  const fastifyError = error as Partial<FastifyError>
  const known = fastifyError.code === undefined ? undefined : fastifyCodes[fastifyError.code]
  if (known) return known(bodyLimit)
  if (error instanceof SyntaxError && fastifyError.statusCode === 400) return problem('malformed_json')
  if (fastifyError.statusCode === 429) return problem('rate_limited', { retryAfterSeconds: 60 })
  return databaseProblem(error) ?? problem('internal')
}

/** What hinders the database, as a problem; undefined for every other error. */
function databaseProblem(error: unknown): ProblemException | undefined {
  const retryAfterSeconds = databaseRetrySeconds
  if (error instanceof OutcomeUnknownError) return problem('outcome_unknown', { retryAfterSeconds })
  if (tookTooLong(error)) return problem('took_too_long', { retryAfterSeconds })
  if (isDatabaseUnavailable(error)) return problem('unavailable', { retryAfterSeconds })
  return isDiskFull(error) ? problem('storage_full') : undefined
}

/** The error format of an external protocol: additional members of a problem, and the media type. */
export interface ErrorDialect {
  type: string
  members: (exception: ProblemException, body: Problem, request: FastifyRequest) => object
}

/** RFC 6750, section 3; for a confirmation, RFC 9470, section 3. */
const challengeOf = ({ code }: ProblemException): string =>
  code === 'freshness_required' ? `Bearer error="insufficient_user_authentication", max_age="${confirmationMinutes * 60}"` : 'Bearer'

/** Sends a problem and logs unexpected errors. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown, dialect?: ErrorDialect): FastifyReply {
  const exception = toProblem(error, request.routeOptions.bodyLimit ?? 1_048_576)
  if (exception.code === 'internal' || exception.code === 'storage_full') request.log.error({ err: error }, 'unexpected error')
  const retryAfter = exception.parameters['retryAfterSeconds']
  if (typeof retryAfter === 'number') reply.header('retry-after', String(retryAfter))
  if (exception.status === 401) reply.header('www-authenticate', challengeOf(exception))
  const { allowed } = exception.parameters
  if (exception.status === 405 && typeof allowed === 'string') reply.header('allow', allowed)
  const language = languageOf(request)
  reply.header('content-language', language).header('vary', 'accept-language')
  const body = problemBody(exception, request.id, language)
  return reply
    .code(exception.status)
    .type(dialect?.type ?? 'application/problem+json')
    .serializer(JSON.stringify)
    .send(dialect ? { ...body, ...dialect.members(exception, body, request) } : body)
}
