import type { FederationProtocol } from '@steward/contract/catalog/identity-providers'
import type { ClaimNames, Federation, FederationSetup } from '@steward/contract/federation/schemas'
import { dayOf, endOfDay } from '../i18n/expiry.ts'

/** The values of the setup steps, in the shape of their forms. */

export interface ProviderValues {
  providerId: string
  protocol: FederationProtocol
  providerName: string
}

export interface MetadataValues {
  /** In the wizard, as chosen in the first step. */
  providerName: string
  source: 'url' | 'file' | 'text'
  metadataUrl: string
  /** The text of a newly chosen file. */
  metadata: string
  fileName: string
  /** Pasted metadata. */
  pasted: string
  clientId: string
  /** With its key, the assertion is for the issuer, or for the token endpoint. */
  clientBy: 'secret' | 'key' | 'key_token_endpoint'
  clientSecret: string
  /** A date, or empty. */
  clientSecretExpires: string
  /** Uses a changed secret without a test sign-in. */
  withoutTest: boolean
  /** SAML: the signature of the whole response is enough. */
  acceptsResponseSignature: boolean
}

export interface PeopleValues {
  adminGroupName: string
  groupMappings: { providerGroup: string; groupId: string }[]
  adminUsername: string
  claimEmail: string
  claimGivenName: string
  claimFamilyName: string
  claimGroups: string
  claimIdentifier: string
}

/** The catalog provider of a setup, found by its name or its URLs. */
export function providerIdOf(federation: Federation, setup: FederationSetup): string {
  const byName = federation.supportedProviders.find(({ providerName }) => setup.providerName === providerName)
  if (byName) return byName.id
  const marks: readonly [id: string, pattern: RegExp][] = [
    ['entra', /login\.microsoftonline\.|sts\.windows\.net/],
    ['okta', /\.okta(?:preview|-emea)?\.com/],
    ['google', /accounts\.google\.com/],
    ['keycloak', /\/realms\/[^/]+/],
  ]
  const found = marks.find(([id, pattern]) => pattern.test(setup.issuer) && federation.supportedProviders.some((one) => one.id === id))
  return found?.[0] ?? genericProvider
}

/** A provider without its own guide. */
export const genericProvider = 'generic'

export function providerValues(federation: Federation, setup: FederationSetup | null): ProviderValues {
  if (setup === null) return { providerId: '', protocol: 'oidc', providerName: '' }
  return { providerId: providerIdOf(federation, setup), protocol: setup.protocol, providerName: setup.providerName }
}

export function metadataValues(setup: FederationSetup | null): MetadataValues {
  return {
    providerName: setup?.providerName ?? '',
    source: setup !== null && setup.metadataUrl === null ? 'file' : 'url',
    metadataUrl: setup?.metadataUrl ?? '',
    metadata: '',
    fileName: '',
    pasted: '',
    clientId: setup?.clientId ?? '',
    clientBy: clientByOf(setup),
    clientSecret: '',
    clientSecretExpires: dayOf(setup?.clientSecretExpiresAt ?? null),
    withoutTest: false,
    acceptsResponseSignature: setup?.acceptsResponseSignature ?? false,
  }
}

function clientByOf(setup: FederationSetup | null): MetadataValues['clientBy'] {
  if (setup?.clientAuthentication !== 'private_key_jwt') return 'secret'
  return setup.assertionAudience === 'issuer' ? 'key' : 'key_token_endpoint'
}

export function peopleValues(setup: FederationSetup | null): PeopleValues {
  const { email, givenName, familyName, groups, identifier }: ClaimNames = setup?.claimNames ?? {}
  return {
    adminGroupName: setup?.adminGroupName ?? '',
    groupMappings: (setup?.groupMappings ?? []).map(({ providerGroup, groupId }) => ({ providerGroup, groupId })),
    adminUsername: setup?.adminUsername ?? '',
    claimEmail: email ?? '',
    claimGivenName: givenName ?? '',
    claimFamilyName: familyName ?? '',
    claimGroups: groups ?? '',
    claimIdentifier: identifier ?? '',
  }
}

/** Whether an OpenID client would authenticate with another secret, or with its key instead. */
export const changesSecret = ({ clientBy, clientSecret }: MetadataValues, setup: FederationSetup): boolean =>
  setup.protocol === 'oidc' && (clientBy === 'secret' ? clientSecret !== '' : setup.hasClientSecret)

/** Whether people of a provider that signs only its responses could no longer sign in. */
const requiresAssertionSignature = ({ acceptsResponseSignature }: MetadataValues, setup: FederationSetup): boolean =>
  setup.acceptsResponseSignature && !acceptsResponseSignature

/** Whether a change of the active provider could keep everyone out, so that it is tested as a draft first. */
export const needsTest = (values: MetadataValues, setup: FederationSetup): boolean =>
  (changesSecret(values, setup) && !values.withoutTest) || requiresAssertionSignature(values, setup)

/** The metadata source for a call; metadata uploaded or pasted before stays in use unless there is new one. */
export function sourceBody({ source, metadataUrl, metadata, pasted }: MetadataValues): { metadataUrl?: string; metadata?: string } {
  if (source === 'url') return { metadataUrl: metadataUrl.trim() }
  const text = source === 'file' ? metadata : pasted.trim()
  return text === '' ? {} : { metadata: text }
}

/** The client credentials for an OpenID provider, and the signature required of a SAML one; a secret that isn't typed again stays in use. */
export function clientBody(values: MetadataValues, protocol: FederationProtocol) {
  if (protocol === 'saml') return { acceptsResponseSignature: values.acceptsResponseSignature }
  if (values.clientBy !== 'secret') {
    const assertionAudience = values.clientBy === 'key' ? 'issuer' : 'token_endpoint'
    return { clientId: values.clientId.trim(), clientSecret: null, clientSecretExpiresAt: null, assertionAudience } as const
  }
  return {
    clientId: values.clientId.trim(),
    ...(values.clientSecret === '' ? {} : { clientSecret: values.clientSecret }),
    clientSecretExpiresAt: endOfDay(values.clientSecretExpires),
  }
}

export function peopleBody(values: PeopleValues) {
  const named = (text: string) => (text.trim() === '' ? undefined : text.trim())
  return {
    adminUsername: values.adminUsername,
    groupMappings: values.groupMappings.map(({ providerGroup, groupId }) => ({ providerGroup: providerGroup.trim(), groupId })),
    claimNames: {
      email: named(values.claimEmail),
      givenName: named(values.claimGivenName),
      familyName: named(values.claimFamilyName),
      groups: named(values.claimGroups),
      identifier: named(values.claimIdentifier),
    },
  }
}
