import type { FederationProtocol } from '@steward/contract/catalog/identity-providers'

/** The URLs of a tenant that its identity provider calls. */
export function addressesOf(publicUrl: string, tenantName: string) {
  const identifierUri = `${publicUrl}/auth/federation/${encodeURIComponent(tenantName)}`
  const responseUrls: Record<FederationProtocol, string> = { oidc: `${identifierUri}/callback`, saml: `${identifierUri}/acs` }
  return {
    identifierUri,
    responseUrls,
    metadataUrl: `${identifierUri}/metadata`,
    jwksUrl: `${identifierUri}/jwks.json`,
    logoutUrl: `${identifierUri}/logout`,
    frontChannelLogoutUrl: `${identifierUri}/front-channel-logout`,
    departUrl: `${identifierUri}/depart`,
    initiateLoginUrl: `${publicUrl}/home/login?tenant=${encodeURIComponent(tenantName)}&start=provider`,
    afterLogoutUrl: `${publicUrl}/home/login`,
  }
}
