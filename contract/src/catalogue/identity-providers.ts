/** Identity providers that the guides of the help site know, and how each is best connected; any other is 'generic'. */

export const federationProtocols = ['oidc', 'saml'] as const
export type FederationProtocol = (typeof federationProtocols)[number]

export interface IdentityProvider {
  /** Stable; names the guide in the help site. */
  id: string
  /** As people know it; the default of `ProviderName`. */
  providerName: string
  /** The recommended one first. */
  protocols: readonly FederationProtocol[]
  /** What its metadata address looks like, `{…}` standing for what is the company's own. */
  metadataUrlExample: string
  /** The claim or attribute that carries groups there, once they are switched on. */
  groupsClaim: string
}

export const identityProviders = [
  {
    id: 'entra',
    providerName: 'Microsoft Entra ID',
    protocols: ['oidc', 'saml'],
    metadataUrlExample: 'https://login.microsoftonline.com/{directory}/v2.0/.well-known/openid-configuration',
    groupsClaim: 'groups',
  },
  {
    id: 'okta',
    providerName: 'Okta',
    protocols: ['oidc', 'saml'],
    metadataUrlExample: 'https://{company}.okta.com/.well-known/openid-configuration',
    groupsClaim: 'groups',
  },
  {
    id: 'google',
    providerName: 'Google Workspace',
    protocols: ['saml', 'oidc'],
    metadataUrlExample: 'https://accounts.google.com/.well-known/openid-configuration',
    groupsClaim: 'groups',
  },
  {
    id: 'keycloak',
    providerName: 'Keycloak',
    protocols: ['oidc', 'saml'],
    metadataUrlExample: 'https://{host}/realms/{realm}/.well-known/openid-configuration',
    groupsClaim: 'groups',
  },
  {
    id: 'generic',
    providerName: 'OpenID Connect or SAML 2.0',
    protocols: ['oidc', 'saml'],
    metadataUrlExample: 'https://{host}/.well-known/openid-configuration',
    groupsClaim: 'groups',
  },
] as const satisfies readonly IdentityProvider[]
