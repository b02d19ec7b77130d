/**
 * What an identity provider says about how someone signed in: `amr` and `acr` of OpenID Connect, AuthnContextClassRef of SAML,
 * and whether that was a second factor.
 */

/** Authentication methods (RFC 8176) that prove more than a password, with those of Entra and Okta. */
const strongMethods = new Set(['mfa', 'mca', 'otp', 'hwk', 'swk', 'sc', 'fido', 'ngcmfa', 'phr', 'phrh'])

/** Context classes of sign-ins with a second factor (OpenID EAP ACR Values, REFEDS MFA, Entra, SAML Authentication Context 2.0). */
const strongContexts = new Set([
  'phr',
  'phrh',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'https://refeds.org/profile/mfa',
  'http://schemas.microsoft.com/claims/multipleauthn',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorUnregistered',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:Smartcard',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:SmartcardPKI',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:TimeSyncToken',
])

export interface ProviderAuthentication {
  methods: readonly string[]
  contexts: readonly string[]
}

/** Whether the provider asked for a second factor. `others`: contexts that the tenant's provider uses for it. */
export const provesSecondFactor = ({ methods, contexts }: ProviderAuthentication, others: readonly string[]): boolean =>
  methods.some((method) => strongMethods.has(method)) || contexts.some((context) => strongContexts.has(context) || others.includes(context))
