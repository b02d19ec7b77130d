import type { Json } from './json.ts'
import type { ScimCaller, ScimChange, ScimRequest, ScimTarget } from './types.ts'

export interface ScimAnswer {
  status: number
  /** Undefined for 204 and 304. */
  body: Json | undefined
  /** The version of the resource, quoted as in the header. */
  etag?: string
  /** The URL of a created resource. */
  location?: string
  retryAfterSeconds?: number
  /** The methods that are possible at this path, for 405. */
  allow?: readonly string[]
  /** The changes that the operation made, or would make; empty for a Bulk request, whose operations are recorded separately. */
  changes: readonly ScimChange[]
  target?: ScimTarget
}

/**
 * Runs one SCIM operation in one transaction (for a request, an operation of a Bulk or a replay), and records it.
 * Never throws for an invalid request: the response is then the error of RFC 7644, section 3.12.
 * With `dryRun` everything runs as usual, including deferred constraints, and is rolled back.
 */
export type RunScimOperation = (caller: ScimCaller, request: ScimRequest, options?: { dryRun?: boolean }) => Promise<ScimAnswer>
