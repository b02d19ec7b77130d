import type { FederationProtocol } from '@steward/contract/catalogue/identity-providers'

/** Where a tenant is reached by its identity provider. */
export function addressesOf(publicUrl: string, tenantName: string) {
  const identifierUri = `${publicUrl}/auth/federation/${encodeURIComponent(tenantName)}`
  const responseUrls: Record<FederationProtocol, string> = { oidc: `${identifierUri}/callback`, saml: `${identifierUri}/acs` }
  return {
    identifierUri,
    responseUrls,
    metadataUrl: `${identifierUri}/metadata`,
    jwksUrl: `${identifierUri}/jwks.json`,
    logoutUrl: `${identifierUri}/logout`,
    departUrl: `${identifierUri}/depart`,
    initiateLoginUrl: `${publicUrl}/home/login?tenant=${encodeURIComponent(tenantName)}`,
    afterLogoutUrl: `${publicUrl}/home/login`,
  }
}
