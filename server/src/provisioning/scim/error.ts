import type { JsonObject } from './json.ts'
import type { ErrorParameters, ProblemException } from '@steward/contract/errors'
import { type RefusalCode, type RefusalParameters, refusalText, storedCode } from './refusals.ts'

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

/** Why a request was refused: an error of the product, or one of `refusals.ts`. */
interface Rule {
  code: string
  parameters: ErrorParameters
}

interface Traits {
  scimType?: ScimType
  retryAfterSeconds?: number
  rule?: Rule
  allow?: readonly string[]
}

/** An error in SCIM's format (RFC 7644, section 3.12). */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined
  /** When the client can retry; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  readonly rule: Rule | undefined
  /** The methods that are possible; sent as `Allow`. */
  readonly allow: readonly string[] | undefined

  constructor(status: number, detail: string, options: Traits = {}) {
    super(detail)
    this.name = 'ScimError'
    this.status = status
    this.scimType = options.scimType
    this.retryAfterSeconds = options.retryAfterSeconds
    this.rule = options.rule
    this.allow = options.allow
  }
}

/** A refusal of the protocol: English for the client, and any language for the log. */
export const refuse = <Code extends RefusalCode>(
  status: number,
  code: Code,
  parameters: RefusalParameters<Code>,
  traits: Omit<Traits, 'rule'> = {},
): ScimError => new ScimError(status, refusalText(code, parameters), { ...traits, rule: { code: storedCode(code), parameters } })

/** A 400 with its reason (RFC 7644, table 9). */
export const invalid = <Code extends RefusalCode>(scimType: ScimType, code: Code, parameters: RefusalParameters<Code>): ScimError =>
  refuse(400, code, parameters, { scimType })

/** No resource has this id (RFC 7644, section 3.12). */
export const notFound = (type: string, id: string): ScimError => refuse(404, 'resource_unknown', { type, id: id.slice(0, 100) })

/** Nothing is at this path. */
export const pathUnknown = (path: string): ScimError => refuse(404, 'path_unknown', { path: path.slice(0, 200) })

/** @param allow the methods that are possible there (RFC 9110, section 15.5.6) */
export const notAllowed = (method: string, path: string, allow: readonly string[]): ScimError =>
  refuse(405, 'method_not_possible', { method, path: path.slice(0, 200), allow: allow.join(', ') }, { allow })

/** Errors of the identity area that map to a scimType. */
const scimTypes: Partial<Record<string, ScimType>> = {
  user_exists: 'uniqueness',
  user_looks_alike: 'uniqueness',
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
