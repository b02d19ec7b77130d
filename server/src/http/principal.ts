import type { FastifyRequest } from 'fastify'
import type { ServiceScope } from '@steward/contract/http'
import type { PermissionName } from '@steward/contract/rules/permissions'

/** Who is calling, read from the bearer token (product decisions, "People and principals"). */
export interface Principal {
  type: 'user' | 'key' | 'scim' | 'service'
  /** Of a service whose token is for every tenant: `everyTenantId`. */
  tenantId: string
  /** User id, key id, token id or service name. */
  id: string
  /** As it stands in audit and system log: the username, or the name of the key. */
  name: string
  /** The session of a user. */
  sessionId?: string
  /** What the token of a service is for. */
  scopes?: readonly ServiceScope[]
  /** Of a SCIM token for dry runs: everything it sends is tried and rolled back. */
  isDryRun?: boolean
}

/** Stands for the tenant of a service whose token is for every one; no tenant has this id. */
export const everyTenantId = '00000000-0000-0000-0000-000000000000'

/** What the HTTP layer needs to know about principals; the session and identity areas answer it. */
export interface Gate {
  /** The principal of the request's token; throws `unauthenticated`. */
  authenticate(request: FastifyRequest): Promise<Principal>
  /** Whether the principal's permission is granted. */
  isGranted(principal: Principal, permission: PermissionName): Promise<boolean>
}

/** The kinds of bearer tokens that are not access tokens, by how they begin (product decisions, "People and principals"). */
export const tokenPrefixes = ['stw_key_', 'stw_scim_', 'stw_svc_'] as const
export type TokenPrefix = (typeof tokenPrefixes)[number]

/** Finds the principal of a token of one kind; undefined where the token is not valid. */
export type TokenAuthenticator = (token: string, request: FastifyRequest) => Promise<Principal | undefined>

export type TokenAuthenticators = { readonly [P in TokenPrefix]?: TokenAuthenticator }
