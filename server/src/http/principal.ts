import type { FastifyRequest } from 'fastify'
import type { ServiceScope } from '@steward/contract/http'
import type { PermissionName } from '@steward/contract/rules/permissions'
import type { TenantTransaction } from '../db/tenant.ts'

/** The caller, from the bearer token (product decisions, "People and principals"). */
export interface Principal {
  type: 'user' | 'key' | 'scim' | 'service'
  /** `everyTenantId` for a service whose token is for all tenants. */
  tenantId: string
  /** User id, key id, token id or service name. */
  id: string
  /** The name in audit log and system log: the username, or the name of the key. */
  name: string
  /** The session of a user. */
  sessionId?: string
  /** The scopes of a service's token. */
  scopes?: readonly ServiceScope[]
  /** The only product that a service's token reports for. */
  productCode?: string
  /** For a SCIM token for dry runs: every request is tried and rolled back. */
  isDryRun?: boolean
}

/** The tenant id of a service whose token is for all tenants; no tenant has this id. */
export const everyTenantId = '00000000-0000-0000-0000-000000000000'

/** What the HTTP layer needs to know about principals; implemented by the areas for sessions and permissions. */
export interface Gate {
  /** The principal of the request's token; throws `unauthenticated`. */
  authenticate(request: FastifyRequest): Promise<Principal>
  /** Whether the principal has the permission. */
  isGranted(principal: Principal, permission: PermissionName): Promise<boolean>
  /**
   * Throws `freshness_required` if a person has not just confirmed who they are; keys and services pass. Inside a transaction it
   * takes that one, not another connection.
   */
  requireFresh(principal: Principal, tx?: TenantTransaction): Promise<void>
}

/** The kinds of bearer tokens besides access tokens, by prefix (product decisions, "People and principals"). */
export const tokenPrefixes = ['stw_key_', 'stw_scim_', 'stw_svc_'] as const
export type TokenPrefix = (typeof tokenPrefixes)[number]

/** Finds the principal of a token of one kind; undefined if the token isn't valid. */
export type TokenAuthenticator = (token: string, request: FastifyRequest) => Promise<Principal | undefined>

export type TokenAuthenticators = { readonly [P in TokenPrefix]?: TokenAuthenticator }
