import type { TenantTransaction } from '../../db/tenant.ts'
import type { ProvisioningRules } from '../../users/provider-rules.ts'
import { notFound, refuse } from './error.ts'
import type { Projection } from './projection.ts'
import type { JsonObject } from './json.ts'
import type { ScimCaller, ScimChange, ScimPorts, ScimRequest, ScimTarget } from './types.ts'

/** The context of every operation on a resource. */
export interface Scope {
  tx: TenantTransaction
  caller: ScimCaller
  rules: ProvisioningRules
  limitRemovals: ScimPorts['limitRemovals']
  projection: Projection
  ifMatch: string | undefined
  ifNoneMatch: string | undefined
  prefer: ScimRequest['prefer']
}

/** The result of an operation on a resource. */
export interface Result {
  status: number
  body: JsonObject | undefined
  version?: number
  location?: string
  changes: readonly ScimChange[]
  target?: ScimTarget
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Normalizes a resource id. @throws ScimError 404 if it is malformed */
export function idOf(type: string, text: string): string {
  if (!uuid.test(text)) throw notFound(type, text.slice(0, 100))
  return text.toLowerCase()
}

/** Whether a text can be the id of a resource. */
export const isId = (text: string): boolean => uuid.test(text)

/** A version as an ETag: weak, because names of members and groups in the resource can change without a new version. */
export const etagOf = (version: number): string => `W/"${version}"`

const etags = /(?:W\/)?"([^"]*)"|(\*)/g

/** Whether a header such as `W/"3", "4"` or `*` names the version. */
function names(header: string, version: number): boolean {
  return [...header.matchAll(etags)].some(([, tag, any]) => any === '*' || tag === String(version))
}

/** @throws ScimError 412 if the resource has changed since the client read it (RFC 7644, section 3.14) */
export function mustMatch(ifMatch: string | undefined, version: number): void {
  if (ifMatch !== undefined && !names(ifMatch, version)) throw refuse(412, 'version_changed', {})
}

/** Whether the client already has this version. */
export const isKnown = (ifNoneMatch: string | undefined, version: number): boolean =>
  ifNoneMatch !== undefined && names(ifNoneMatch, version)
