import type { FastifyRequest } from 'fastify'
import { problem } from '@steward/contract/errors'
import { isAllowedFrom } from '@steward/contract/rules/addresses'
import { type Principal, type TokenAuthenticators, tokenPrefixes } from '../http/principal.ts'
import type { AccessTokens, VerifiedToken } from './access-token.ts'
import { clientOf } from '../http/client.ts'
import { addressRefused } from './core.ts'
import type { Liveness } from './liveness.ts'
import type { SessionPolicies } from './policies.ts'

export interface Authenticator {
  /** The principal of the request's bearer token. @throws unauthenticated; address_refused for a user outside the tenant's ranges */
  authenticate(request: FastifyRequest): Promise<Principal>
  /** The claims of an access token while its session is open; otherwise undefined. */
  verifyAccessToken(token: string): Promise<VerifiedToken | undefined>
  /** Whether users of the tenant can work from an address. */
  isAllowedFrom(tenantId: string, address: string | undefined): Promise<boolean>
}

const bearer = /^Bearer +([^ ]+) *$/i

/** The bearer token of a request, or undefined. */
export const bearerToken = (request: FastifyRequest): string | undefined => bearer.exec(request.headers.authorization ?? '')?.[1]

export function createAuthenticator(
  accessTokens: AccessTokens,
  liveness: Liveness,
  policies: SessionPolicies,
  others: () => TokenAuthenticators,
): Authenticator {
  /** Resolved on first use, because the areas that authenticate these tokens are created after this one. */
  let known: TokenAuthenticators | undefined

  async function verifyAccessToken(token: string): Promise<VerifiedToken | undefined> {
    const verified = await accessTokens.verify(token)
    return verified && (await liveness.isAlive(verified)) ? verified : undefined
  }

  const isAllowed = async (tenantId: string, address: string | undefined) => isAllowedFrom(address, (await policies.of(tenantId)).ranges)

  async function principalOf(token: string, request: FastifyRequest): Promise<Principal | undefined> {
    const prefix = tokenPrefixes.find((candidate) => token.startsWith(candidate))
    if (prefix !== undefined) {
      known ??= others()
      return known[prefix]?.(token, request)
    }
    const verified = await verifyAccessToken(token)
    if (!verified) return undefined
    const { tenantId, userId, username, sessionId } = verified
    const { address } = clientOf(request)
    if (!(await isAllowed(tenantId, address))) throw addressRefused(address)
    return { type: 'user', tenantId, id: userId, name: username, sessionId }
  }

  return {
    verifyAccessToken,
    isAllowedFrom: isAllowed,
    async authenticate(request) {
      const token = bearerToken(request)
      const principal = token === undefined ? undefined : await principalOf(token, request)
      if (!principal) throw problem('unauthenticated')
      return principal
    },
  }
}
