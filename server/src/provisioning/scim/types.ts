import type { ErrorParameters } from '@steward/contract/errors'
import type { TenantContext, TenantTransaction } from '../../db/tenant.ts'
import type { ScimType } from './error.ts'
import type { Json } from './json.ts'

/** The sender of a SCIM request: the token as actor, and the base URL of links in responses. */
export interface ScimCaller extends TenantContext {
  /** `https://…/scim/v2` or `https://…/scim/v2/{tenantName}`, as the client called it, without a trailing slash. */
  baseUrl: string
  address?: string
  userAgent?: string
  /** Set for a replay: the original entry, the administrator, and the id of the new entry. */
  replay?: { of: string; by: string; eventId: string; tokenName: string }
}

export type ScimMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One operation as received: a request, or an operation of a Bulk. */
export interface ScimRequest {
  method: ScimMethod
  /** Below the base URL: `/Users/{id}`, without the query. */
  path: string
  /** The parameters of the query, by name. */
  query?: Readonly<Record<string, string>>
  /** The parsed JSON body; undefined if there was none. */
  body?: unknown
  ifMatch?: string
  ifNoneMatch?: string
  /** What a PATCH answers with (RFC 7240, section 4.2). */
  prefer?: 'minimal' | 'representation'
}

/** A change of one attribute in readable form. */
export interface ScimChange {
  /** Attribute path in SCIM's notation, such as `name.givenName`; `members` of a group lists display names. */
  field: string
  before: Json
  after: Json
}

/** The resource of an operation. */
export interface ScimTarget {
  type: 'User' | 'Group'
  id: string
  /** userName or displayName. */
  name: string
}

export interface ScimLogEntry {
  method: ScimMethod
  /** With the query. */
  path: string
  /** Without secrets; `{"truncated": true, "start": "…"}` if it was longer than 64 KiB; undefined if there was none. */
  body: Json | undefined
  status: number
  /** `code` and `parameters` if a rule of the product refused: `error_<code>` is its message. */
  error?: { scimType?: ScimType; detail: string; code?: string; parameters?: ErrorParameters }
  target?: ScimTarget
  changes: readonly ScimChange[]
  durationMs: number
  /** Executed and rolled back. */
  isDryRun: boolean
  /** For an operation of a Bulk: its position, from 0, and the bulkId sent by the client. */
  bulk?: { index: number; bulkId?: string }
}

/** The ports that SCIM needs from the provisioning area. */
export interface ScimPorts {
  /**
   * Called in the transaction of an operation that removes access (delete, deactivate, leave a group), before it happens, with the
   * users who are about to lose it. Throws a ScimError, 503 with `retryAfterSeconds`, if the operation has to wait for a decision.
   */
  limitRemovals(tx: TenantTransaction, caller: ScimCaller, userIds: readonly string[]): Promise<void>
  /**
   * Records an operation; called for every one, including reads. A success is recorded in its own transaction; without `tx` the
   * operation failed, was a dry run or changed nothing, and its transaction is over.
   */
  record(caller: ScimCaller, entry: ScimLogEntry, tx?: TenantTransaction): Promise<void>
}
