import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { featureFlags } from '@steward/contract/catalog/flags'
import type { Problem } from '@steward/contract/problem-schemas'
import type { ProblemException } from '@steward/contract/errors'
import { problem } from '@steward/contract/errors'
import type { Evaluation, FlagErrorCode, FlagReason } from '@steward/contract/flags/schemas'
import { evaluateFlag, evaluateFlags } from '@steward/contract/flags/endpoints'
import type { FlagInput } from '@steward/contract/rules/permission-inputs'
import { type Bind, notModified } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import type { ErrorDialect } from '../http/problems.ts'
import type { FlagInputs } from './permission-inputs.ts'
import type { FlagEvaluation } from './evaluation.ts'

/** Binds the two endpoints of the OpenFeature Remote Evaluation Protocol. */
export function bindFlagRoutes(bind: Bind, flags: FlagEvaluation): void {
  bind(
    evaluateFlags,
    async (call) => {
      const facts = await flags.evaluate(call.principal, callerOf(call), call.body.context.targetingKey)
      const answer = { flags: featureFlags.flatMap(({ flagName }) => evaluation(flagName, facts) ?? []) }
      const etag = `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 27)}"`
      // Depends on the caller, and must be revalidated each time.
      call.reply.header('etag', etag).header('cache-control', 'private, no-cache')
      return namesEtag(call.request.headers['if-none-match'], etag) ? notModified : answer
    },
    { errors: dialect },
  )

  bind(
    evaluateFlag,
    async (call) => {
      const facts = await flags.evaluate(call.principal, callerOf(call), call.body.context.targetingKey)
      const found = evaluation(call.params.key, facts)
      if (!found) throw problem('flag_not_found', { key: call.params.key })
      return found
    },
    { errors: dialect },
  )
}

const descriptions = new Map<string, string>(featureFlags.map(({ flagName, description }) => [flagName, description]))

function evaluation(flagName: string, facts: FlagInputs): Evaluation | undefined {
  const fact = Object.hasOwn(facts, flagName) ? facts[flagName] : undefined
  if (!fact) return undefined
  const { value, source, percentage } = fact
  return {
    key: flagName,
    value,
    reason: reasonOf(fact),
    variant: value ? 'on' : 'off',
    metadata: { description: descriptions.get(flagName) ?? '', source, ...(percentage === undefined ? {} : { percentage }) },
  }
}

/** The protocol has no reason DEFAULT: a default of the catalog is static, as `metadata.source` says. */
function reasonOf({ source, percentage }: FlagInput): FlagReason {
  if (percentage !== undefined) return 'SPLIT'
  switch (source) {
    case 'stopped':
      return 'DISABLED'
    case 'user':
    case 'tenant':
    case 'preview':
      return 'TARGETING_MATCH'
    case 'everyone':
    case 'default':
      return 'STATIC'
    case 'service':
      return 'UNKNOWN'
  }
}

/** Whether If-None-Match includes the ETag, by weak comparison (RFC 9110, section 13.1.2). */
function namesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag)
}

/** Errors in the format of the protocol, along with the members of a problem. */
const dialect: ErrorDialect = {
  type: 'application/json',
  members: (exception, body, request) => ({
    ...keyOf(request),
    ...(exception.status === 400 || exception.status === 404 ? { errorCode: errorCodeOf(exception) } : {}),
    errorDetails: detailsOf(body),
  }),
}

function keyOf({ params }: FastifyRequest): { key?: string } {
  const key: unknown = typeof params === 'object' && params !== null && 'key' in params ? params.key : undefined
  return typeof key === 'string' ? { key } : {}
}

/** https://openfeature.dev/specification/types#error-code */
function errorCodeOf({ code, fields }: ProblemException): FlagErrorCode {
  if (code === 'flag_not_found') return 'FLAG_NOT_FOUND'
  if (code === 'malformed_json') return 'PARSE_ERROR'
  const fault = fields.find(({ field }) => field === '' || field.startsWith('context'))
  if (!fault) return 'GENERAL'
  if (fault.field === 'context.targetingKey' && fault.code === 'required') return 'TARGETING_KEY_MISSING'
  return fault.field === '' ? 'PARSE_ERROR' : 'INVALID_CONTEXT'
}

const detailsOf = ({ message, errors }: Problem): string =>
  [message, ...(errors ?? []).map((fault) => `${fault.field}: ${fault.message}`)].join(' ')
