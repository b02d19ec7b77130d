/** Identity providers that the help site has guides for, with the best way to connect each; all others are 'generic'. */

export const federationProtocols = ['oidc', 'saml'] as const
export type FederationProtocol = (typeof federationProtocols)[number]

export interface IdentityProvider {
  /** Never changes; names the guide on the help site. */
  id: string
  /** The usual name; the default for `ProviderName`. */
  providerName: string
  /** Recommended one first. */
  protocols: readonly FederationProtocol[]
  /** An example of its metadata address, with `{…}` for the parts that are specific to the company. */
  metadataUrlExample: string
  /** The claim or attribute with the groups, once groups are enabled at the provider. */
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
