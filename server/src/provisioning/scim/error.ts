import type { JsonObject } from './json.ts'
import type { ErrorParameters, ProblemException } from '@steward/contract/errors'

/** Details of an error that a client can act on (RFC 7644, section 3.12, table 9). */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers'
  | 'sensitive'

interface Rule {
  code: string
  parameters: ErrorParameters
}

/** An error in SCIM's format (RFC 7644, section 3.12). */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined
  /** When the client can retry; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  /** The product's rule that refused the request, if any. */
  readonly rule: Rule | undefined

  constructor(status: number, detail: string, options: { scimType?: ScimType; retryAfterSeconds?: number; rule?: Rule } = {}) {
    super(detail)
    this.name = 'ScimError'
    this.status = status
    this.scimType = options.scimType
    this.retryAfterSeconds = options.retryAfterSeconds
    this.rule = options.rule
  }
}

/** A 400 with its reason (RFC 7644, table 9). */
export const invalid = (scimType: ScimType, detail: string): ScimError => new ScimError(400, detail, { scimType })

/** No resource has this id (RFC 7644, section 3.12). */
export const notFound = (type: string, id: string): ScimError => new ScimError(404, `${type} ${id} not found.`)

/** Errors of the identity area that map to a scimType. */
const scimTypes: Partial<Record<string, ScimType>> = {
  user_exists: 'uniqueness',
  group_name_taken: 'uniqueness',
  group_name_reserved: 'uniqueness',
  group_name_invalid: 'invalidValue',
  group_reserved: 'mutability',
  email_domain_refused: 'invalidValue',
  malformed_json: 'invalidSyntax',
  invalid_request: 'invalidSyntax',
}

/** Statuses that differ from the console's: providers read 409 as "already exists", which does not apply to these. */
const statuses: Partial<Record<string, number>> = {
  email_domain_refused: 400,
  group_limit_reached: 403,
  last_administrator: 403,
  group_reserved: 403,
  user_is_break_glass: 403,
}

/**
 * Converts a problem of another area into a SCIM error.
 * @param detail the text of the problem
 */
export function scimErrorOf({ code, status, parameters }: ProblemException, detail: string): ScimError {
  const retryAfter = parameters['retryAfterSeconds']
  return new ScimError(statuses[code] ?? status, detail, {
    scimType: scimTypes[code],
    retryAfterSeconds: typeof retryAfter === 'number' ? retryAfter : undefined,
    rule: { code, parameters },
  })
}

/** The body of an error (RFC 7644, section 3.12). */
export function errorBody({ status, scimType, message }: ScimError): JsonObject {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType ? { scimType } : {}),
    detail: message,
  }
}
