import type { Json } from './json.ts'
import type { ScimCaller, ScimChange, ScimRequest, ScimTarget } from './types.ts'

export interface ScimAnswer {
  status: number
  /** Undefined where there is none: 204 and 304. */
  body: Json | undefined
  /** The version of the resource, quoted as the header is. */
  etag?: string
  /** Where a created resource is. */
  location?: string
  retryAfterSeconds?: number
  /** What the operation changed, or would change; empty for a Bulk, whose elements are recorded each for itself. */
  changes: readonly ScimChange[]
  target?: ScimTarget
}

/**
 * Runs one operation of SCIM in one transaction, whoever asks for it (a request, an element of a Bulk, a replay), and records it.
 * Never throws for what the request is to blame for: the answer then is the error of RFC 7644, section 3.12.
 * With `dryRun` everything happens as always, deferred rules included, and is rolled back.
 */
export type RunScimOperation = (caller: ScimCaller, request: ScimRequest, options?: { dryRun?: boolean }) => Promise<ScimAnswer>
