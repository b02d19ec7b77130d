import { createHash } from 'node:crypto'
import type { Incoming, ProtocolTools, ProviderSetup, RelyingParty, RelyingPartyKeyPair } from '../../federation/protocol.ts'
import { makeKeyPair } from './saml-provider.ts'
import type { readProvider } from '../../federation/saml/provider.ts'

/** Shared setup for SAML tests. */

const identifierUri = 'https://steward.example/auth/federation/northwind'

export async function makeRelyingPartyKey(status: RelyingPartyKeyPair['status'] = 'active'): Promise<RelyingPartyKeyPair> {
  const pair = await makeKeyPair('steward')
  return { keyId: createHash('sha256').update(pair.certificate).digest('hex').slice(0, 16), status, ...pair }
}

export const relyingPartyOf = (keys: readonly RelyingPartyKeyPair[]): RelyingParty => ({
  tenantName: 'northwind',
  displayName: 'Northwind & Co',
  identifierUri,
  responseUrl: `${identifierUri}/acs`,
  metadataUrl: `${identifierUri}/metadata`,
  jwksUrl: `${identifierUri}/jwks.json`,
  logoutUrl: `${identifierUri}/logout`,
  afterLogoutUrl: 'https://steward.example/home/login',
  keys,
})

type Provider = NonNullable<Awaited<ReturnType<typeof readProvider>>['provider']>

/** The provider described by the metadata, as a tenant would configure it. */
export const setupOf = (provider: Provider, relyingParty: RelyingParty): ProviderSetup => ({
  relyingParty,
  protocol: 'saml',
  issuer: provider.issuer,
  endpoints: provider.endpoints,
  certificates: provider.certificates,
  details: provider.details,
  claimNames: {},
  clientId: null,
  clientSecret: null,
  assertionAudience: 'issuer',
  acceptsResponseSignature: false,
  asksPersistentNameId: true,
})

/** Protocol tools with their own replay memory. */
export function makeTools(now: () => Date = () => new Date()): ProtocolTools {
  const seen = new Set<string>()
  return {
    now,
    fetch: () => Promise.reject(new Error('Only tests of metadata call providers')),
    once(id) {
      const isFirst = !seen.has(id)
      seen.add(id)
      return Promise.resolve(isFirst)
    },
  }
}

export const posted = (address: string, form: Record<string, string>): Incoming => ({ method: 'POST', url: new URL(address), form })
export const called = (address: string | URL): Incoming => ({ method: 'GET', url: new URL(address), form: {} })
