import type { ErrorParameters } from '@steward/contract/errors'
import type { TenantContext, TenantTransaction } from '../../db/tenant.ts'
import type { ScimType } from './error.ts'
import type { Json } from './json.ts'

/** Who sends a request of SCIM: the token as actor, and the address that links in answers begin with. */
export interface ScimCaller extends TenantContext {
  /** `https://…/scim/v2` or `https://…/scim/v2/{tenantName}`, as the client called it; without a slash at the end. */
  baseUrl: string
  address?: string
  userAgent?: string
  /** An administrator repeats an operation of the log: which one, who, and what its own entry is to be called. */
  replay?: { of: string; by: string; eventId: string; tokenName: string }
}

export type ScimMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One operation as it arrived: a request, or an element of a Bulk. */
export interface ScimRequest {
  method: ScimMethod
  /** Below the base: `/Users/{id}`, without the query. */
  path: string
  /** The parameters of the query, by name. */
  query?: Readonly<Record<string, string>>
  /** The JSON that was sent, parsed; undefined where there was none. */
  body?: unknown
  ifMatch?: string
  ifNoneMatch?: string
}

/** What an operation changed in one attribute, as a person reads it. */
export interface ScimChange {
  /** Attribute path as SCIM writes it, such as `name.givenName`; `members` of a group holds display names. */
  field: string
  before: Json
  after: Json
}

/** The resource that an operation was about. */
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
  /** Without secrets; `{"truncated": true, "start": "…"}` where it was longer than 64 KiB; undefined where there was none. */
  body: Json | undefined
  status: number
  /** `code` and `parameters` where a rule of the product refused: `error_<code>` has its words. */
  error?: { scimType?: ScimType; detail: string; code?: string; parameters?: ErrorParameters }
  target?: ScimTarget
  changes: readonly ScimChange[]
  durationMs: number
  /** Tried and rolled back. */
  isDryRun: boolean
  /** Of an element of a Bulk: its place there, from 0, and the name that the client gave it. */
  bulk?: { index: number; bulkId?: string }
}

/** What SCIM needs of the area that watches over provisioning. */
export interface ScimPorts {
  /**
   * Called in the transaction of whatever takes access away (delete, deactivate, leave a group), before it happens, with the
   * users who are about to lose it. Throws a ScimError, 503 with `retryAfterSeconds`, when the operation shall wait for a person.
   */
  limitRemovals(tx: TenantTransaction, caller: ScimCaller, userIds: readonly string[]): Promise<void>
  /**
   * Keeps what an operation did; called for every one, reads too. A success is kept in the transaction that it ran in; without
   * `tx` the operation failed, was a dry run, or changed nothing, and its transaction is over.
   */
  record(caller: ScimCaller, entry: ScimLogEntry, tx?: TenantTransaction): Promise<void>
}
