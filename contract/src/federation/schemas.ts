import { z } from 'zod'
import { exactText, documentText, httpAddress, nameText, secretText } from '../text.ts'
import { federationCheckCodes, federationRefusalCodes, federationStepCodes, federationWarningCodes } from '../catalog/federation-codes.ts'
import { federationProtocols } from '../catalog/identity-providers.ts'
import { timestamp } from '../fields.ts'
import { federationState } from '../rules/permission-inputs.ts'
import { adminGroupName } from '../rules/names.ts'

/** Schemas of single sign-on (second specification file, section 3, "Federation details"; product decisions, "Single sign-on"). */

const parameters = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

export const federationProtocol = z.enum(federationProtocols)

/** A current or former signing certificate of the provider. */
export const providerCertificateSchema = z.strictObject({
  fingerprint: z.string().meta({ description: 'SHA-256, lower-case hexadecimal', example: '9f86d081…' }),
  subject: z.string(),
  notBefore: timestamp,
  notAfter: timestamp,
  /** False for one that is no longer in the metadata. It is accepted until an administrator removes it. */
  isInMetadata: z.boolean(),
})
export type ProviderCertificate = z.output<typeof providerCertificateSchema>

/** The provider's endpoints; null for those it does not offer. */
export const providerEndpointsSchema = z.strictObject({
  signIn: z.string().nullable(),
  token: z.string().nullable(),
  userInfo: z.string().nullable(),
  keys: z.string().nullable(),
  logout: z.string().nullable(),
})
export type ProviderEndpoints = z.output<typeof providerEndpointsSchema>

export const federationCheckSchema = z.strictObject({
  code: z.enum(federationCheckCodes),
  outcome: z.enum(['passed', 'warning', 'failed']),
  parameters,
})
export type FederationCheck = z.output<typeof federationCheckSchema>

export const federationStepSchema = z.strictObject({
  code: z.enum(federationStepCodes),
  at: timestamp,
  outcome: z.enum(['passed', 'warning', 'failed']),
  /** Never includes a token or a secret. */
  details: parameters,
})
export type FederationStep = z.output<typeof federationStepSchema>

export const claimSchema = z.strictObject({ name: z.string(), values: z.array(z.string()) })
export type FederationClaim = z.output<typeof claimSchema>

const groupReference = z.strictObject({ groupId: z.uuid(), groupName: z.string() })

/** What a test sign-in received, and what a real one would do. A test changes nothing. */
export const testResultSchema = z.strictObject({
  attemptId: z.uuid(),
  at: timestamp,
  /** Who ran the test. */
  testedBy: z.string(),
  outcome: z.enum(['success', 'failure']),
  /** Why a real sign-in would be refused. */
  refusal: z.strictObject({ code: z.enum(federationRefusalCodes), parameters }).nullable(),
  claims: z.array(claimSchema),
  subject: z.string().nullable(),
  email: z.string().nullable(),
  givenName: z.string().nullable(),
  familyName: z.string().nullable(),
  /** `full`: split from the full name, because the provider sent no parts. */
  nameFrom: z.enum(['parts', 'full']).nullable().optional(),
  /** The groups as named by the provider. */
  providerGroups: z.array(z.string()),
  /** The user that a real sign-in would find; null if it would create one. */
  username: z.string().nullable(),
  /** The attribute that matches the user. */
  found: z.enum(['subject', 'username', 'email', 'new']).nullable(),
  isAdministrator: z.boolean(),
  /** The tenant's groups that the user would join and leave. */
  joins: z.array(groupReference),
  leaves: z.array(groupReference),
})
export type FederationTestResult = z.output<typeof testResultSchema>

export const groupMappingSchema = z.strictObject({
  providerGroup: exactText(256).trim().min(1).meta({ description: "The value in the provider's claim; compared exactly" }),
  groupId: z.uuid(),
})

/** Names of the claims or attributes, where they differ from those of the protocol and the large providers. */
export const claimNamesSchema = z.strictObject({
  identifier: exactText(256)
    .trim()
    .min(1)
    .optional()
    .meta({ description: 'Identifies people instead of the subject or NameID; it must never change for a person' }),
  email: exactText(256).trim().min(1).optional(),
  givenName: exactText(256).trim().min(1).optional(),
  familyName: exactText(256).trim().min(1).optional(),
  groups: exactText(256).trim().min(1).optional(),
})
export type ClaimNames = z.output<typeof claimNamesSchema>

/** What a client assertion (private_key_jwt) names as its audience: the issuer, unless the provider only knows its token endpoint. */
export const assertionAudiences = ['issuer', 'token_endpoint'] as const

export const clientAuthentications = ['client_secret_post', 'client_secret_basic', 'private_key_jwt'] as const

/** The settings of a provider, active or draft. Never includes a secret. */
export const federationSetupSchema = z.strictObject({
  providerName: z.string(),
  protocol: federationProtocol,
  /** Null if the metadata was uploaded as a file. */
  metadataUrl: z.string().nullable(),
  metadataReadAt: timestamp,
  /** Issuer (OIDC) or entity id (SAML). */
  issuer: z.string(),
  endpoints: providerEndpointsSchema,
  /** Signing certificates (SAML); OIDC providers publish their own keys. */
  certificates: z.array(providerCertificateSchema),
  adminGroupName: z.string(),
  /** The break-glass administrator, who keeps a password. */
  adminUsername: z.string(),
  groupMappings: z.array(
    groupMappingSchema.extend({ groupName: z.string().nullable().meta({ description: 'Null if the group was deleted' }) }),
  ),
  claimNames: claimNamesSchema,
  clientId: z.string().nullable(),
  clientAuthentication: z.enum(clientAuthentications).nullable(),
  assertionAudience: z.enum(assertionAudiences).meta({ description: 'Of the assertion of a client that signs with its key' }),
  acceptsResponseSignature: z.boolean().meta({
    description: 'SAML: an assertion without its own signature is accepted in a response whose signature covers it',
  }),
  hasClientSecret: z.boolean(),
  clientSecretExpiresAt: timestamp.nullable(),
  /** The last test of exactly these settings; null if there was none since the last change. */
  testResult: testResultSchema.nullable(),
  /** Whether the last test of exactly these settings succeeded. */
  isTested: z.boolean(),
  updatedAt: timestamp,
})
export type FederationSetup = z.output<typeof federationSetupSchema>

/** A key pair of this tenant as relying party, with its certificate. */
export const relyingPartyKeySchema = z.strictObject({
  keyId: z.string(),
  /** `next` is published but does not sign yet; `active` signs; `previous` is still published and still decrypts. */
  status: z.enum(['next', 'active', 'previous']),
  fingerprint: z.string(),
  /** PEM, for providers where you paste it. */
  certificate: z.string(),
  createdAt: timestamp,
  notAfter: timestamp,
})
export type RelyingPartyKey = z.output<typeof relyingPartyKeySchema>

export const federationWarningSchema = z.strictObject({
  code: z.enum(federationWarningCodes),
  slot: z.enum(['active', 'draft']).nullable(),
  parameters,
})
export type FederationWarning = z.output<typeof federationWarningSchema>

export const federationSchema = z.strictObject({
  federationState,
  /** This tenant's identifier at the provider: client's home (OIDC), entity id (SAML). */
  identifierUri: z.string(),
  /** Where the provider redirects to after sign-in, by protocol. */
  responseUrl: z
    .string()
    .meta({ description: 'For the protocol of the active provider or the draft; for OpenID Connect if there is neither' }),
  responseUrls: z.strictObject({ oidc: z.string(), saml: z.string() }),
  /** The tenant's SAML metadata, for the provider. */
  metadataUrl: z.string(),
  jwksUrl: z.string(),
  /** Single logout (SAML) and back-channel logout (OIDC). */
  logoutUrl: z.string(),
  /** For OIDC providers that log out through the browser: it needs their `iss` and `sid`. */
  frontChannelLogoutUrl: z.string(),
  /** Where sign-ins that start at the provider begin (OIDC third-party initiated login). */
  initiateLoginUrl: z.string(),
  supportedProviders: z.array(
    z.strictObject({
      id: z.string(),
      providerName: z.string(),
      protocols: z.array(federationProtocol),
      metadataUrlExample: z.string(),
      groupsClaim: z.string(),
    }),
  ),
  active: federationSetupSchema.nullable(),
  draft: federationSetupSchema.nullable(),
  keys: z.array(relyingPartyKeySchema),
  warnings: z.array(federationWarningSchema),
  version: z.number().int(),
})
export type Federation = z.output<typeof federationSchema>

export const federationAttemptSchema = z.strictObject({
  attemptId: z.uuid(),
  kind: z.enum(['sign_in', 'sign_out']),
  at: timestamp,
  isTest: z.boolean(),
  providerName: z.string(),
  protocol: federationProtocol,
  /** `pending`: redirected to the provider and not back yet. */
  outcome: z.enum(['pending', 'success', 'failure']),
  refusal: z.strictObject({ code: z.enum(federationRefusalCodes), parameters }).nullable(),
  username: z.string().nullable(),
  address: z.string().nullable(),
  device: z.string(),
  steps: z.array(federationStepSchema),
})
export type FederationAttempt = z.output<typeof federationAttemptSchema>

/** An email domain that leads people to their tenant. */
export const tenantDomainSchema = z.strictObject({
  domain: z.string(),
  /** Verified, and so routing sign-ins. */
  isVerified: z.boolean(),
  verifiedAt: timestamp.nullable(),
  /** When the DNS record of a verified domain was first missing. */
  missingSince: timestamp.nullable(),
  /** If the record is missing: until when the domain still routes sign-ins. */
  routesUntil: timestamp.nullable(),
  /** The TXT record to create. */
  recordName: z.string(),
  recordValue: z.string(),
  createdAt: timestamp,
  lastCheckedAt: timestamp.nullable(),
  /** The result of the last check of the record. */
  lastOutcome: z.enum(['found', 'no_record', 'other_value', 'no_answer']).nullable(),
})
export type TenantDomain = z.output<typeof tenantDomainSchema>

/** 'Please use a valid URL' (second specification file, section 5). */
const metadataUrl = httpAddress()
const metadataText = documentText()
  .min(1)
  .max(512 * 1024)
const adminUsername = nameText(254)
const providerName = nameText(64)

/** Optional settings of a provider besides the four in the specification. Fields that are left out keep their value or default. */
const options = {
  protocol: federationProtocol.optional().meta({ description: 'Taken from the metadata if left out' }),
  metadata: metadataText.optional().meta({ description: 'The text of a metadata file, instead of its address' }),
  clientId: exactText(256).trim().min(1).optional(),
  clientSecret: secretText(2048).nullable().optional().meta({ description: 'Null for a client that signs with its key (private_key_jwt)' }),
  clientSecretExpiresAt: timestamp.nullable().optional(),
  assertionAudience: z.enum(assertionAudiences).optional(),
  acceptsResponseSignature: z
    .boolean()
    .optional()
    .meta({ description: 'SAML: accepts an assertion without its own signature if the signature of the whole response covers it' }),
  adminUsername: adminUsername.optional().meta({ description: 'The break-glass administrator; the caller if left out' }),
  groupMappings: z.array(groupMappingSchema).max(500).optional(),
  claimNames: claimNamesSchema.optional(),
}

export const enableFederationBody = z.strictObject({
  AdminGroupName: adminGroupName.optional(),
  IsTestIdp: z.boolean(),
  MetadataUrl: metadataUrl.optional(),
  ProviderName: providerName.optional(),
  ...options,
})

export const updateFederationBody = z.strictObject({
  slot: z.enum(['active', 'draft']).optional(),
  withoutTest: z
    .boolean()
    .optional()
    .meta({ description: 'Uses a changed secret of the active provider without the test sign-in of a draft' }),
  metadataUrl: metadataUrl.optional(),
  providerName: providerName.optional(),
  adminGroupName: adminGroupName.optional(),
  ...options,
})

export const disableFederationBody = z.strictObject({ IsTestIdp: z.boolean(), adminUsername: adminUsername.optional() })

export const disableFederationResponse = federationSchema.extend({
  mailed: z.number().int().meta({ description: 'People who were emailed a link to set a password' }),
})

export const getFederationImpactResponse = z.strictObject({
  /** Users who would be mailed a link to choose a password if single sign-on were turned off. */
  externalUsers: z.number().int(),
  /** Users whose password would stop working if the draft became active, without the break-glass administrator. */
  passwordUsers: z.number().int(),
  /** Open sessions that enabling would end. */
  passwordSessions: z.number().int(),
  /** Open sessions that disabling would end. */
  federatedSessions: z.number().int(),
  /** Administrators with a password, any of whom can be the break-glass administrator; at most 100. */
  breakGlassCandidates: z.array(z.strictObject({ username: z.string(), givenName: z.string(), familyName: z.string() })),
})

export const checkFederationBody = z.strictObject({
  metadataUrl: metadataUrl.optional(),
  metadata: metadataText.optional(),
  protocol: federationProtocol.optional(),
  clientBy: z.enum(['secret', 'key']).optional().meta({ description: 'How this client would authenticate; `secret` if left out' }),
})

export const checkFederationResponse = z.strictObject({
  /** Null if the metadata could not be read. */
  provider: z
    .strictObject({
      protocol: federationProtocol,
      issuer: z.string(),
      endpoints: providerEndpointsSchema,
      certificates: z.array(providerCertificateSchema),
    })
    .nullable(),
  checks: z.array(federationCheckSchema),
  /** Whether no check failed. */
  isUsable: z.boolean(),
})

export const startFederationTestResponse = z.strictObject({ location: z.string() })

export const listFederationAttemptsResponse = z.strictObject({ items: z.array(federationAttemptSchema) })

export const dropProviderCertificateParams = z.strictObject({ fingerprint: z.string().regex(/^[\da-f]{64}$/) })

export const keyParams = z.strictObject({ keyId: z.string().regex(/^[\w-]{1,64}$/) })
