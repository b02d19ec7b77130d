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

/** A refusal in the words of SCIM: what leaves as an error body of RFC 7644, section 3.12. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined
  /** After this time the client may try the same again; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  /** The rule of the product that refused, where it was one. */
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

/** Refusals of the identity area that mean something particular to a provider. */
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

/** Statuses that differ from the console's: 409 tells a provider that the resource is there already, which these are not about. */
const statuses: Partial<Record<string, number>> = {
  email_domain_refused: 400,
  group_limit_reached: 403,
  last_administrator: 403,
  group_reserved: 403,
  user_is_break_glass: 403,
}

/**
 * A problem of another area in SCIM's shape.
 * @param words the text of the problem
 */
export function scimErrorOf({ code, status, parameters }: ProblemException, words: string): ScimError {
  const retryAfter = parameters['retryAfterSeconds']
  return new ScimError(statuses[code] ?? status, words, {
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
