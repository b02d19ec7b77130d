import { z } from 'zod'
import { exactText, documentText, httpAddress, nameText, secretText } from '../text.ts'
import { federationCheckCodes, federationRefusalCodes, federationStepCodes, federationWarningCodes } from '../catalogue/federation-codes.ts'
import { federationProtocols } from '../catalogue/identity-providers.ts'
import { timestamp } from '../fields.ts'
import { federationState } from '../rules/permission-inputs.ts'
import { adminGroupName } from '../rules/names.ts'

/** What the calls of single sign-on carry (second specification file, section 3, "Federation details"; product decisions, "Single sign-on"). */

const parameters = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

export const federationProtocol = z.enum(federationProtocols)

/** A certificate by which the provider signs, or signed, what it sends. */
export const providerCertificateSchema = z.strictObject({
  fingerprint: z.string().meta({ description: 'SHA-256, lower-case hexadecimal', example: '9f86d081…' }),
  subject: z.string(),
  notBefore: timestamp,
  notAfter: timestamp,
  /** False for one that the metadata no longer names and that is accepted until somebody drops it. */
  isInMetadata: z.boolean(),
})
export type ProviderCertificate = z.output<typeof providerCertificateSchema>

/** Where a provider is reached; null for what it does not offer. */
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
  /** Never a token or a secret. */
  details: parameters,
})
export type FederationStep = z.output<typeof federationStepSchema>

export const claimSchema = z.strictObject({ name: z.string(), values: z.array(z.string()) })
export type FederationClaim = z.output<typeof claimSchema>

const groupReference = z.strictObject({ groupId: z.uuid(), groupName: z.string() })

/** What a test sign-in received, and what a real one would do. Nothing was changed by it. */
export const testResultSchema = z.strictObject({
  attemptId: z.uuid(),
  at: timestamp,
  /** Who made the test. */
  testedBy: z.string(),
  outcome: z.enum(['success', 'failure']),
  /** Why a real sign-in would be refused. */
  refusal: z.strictObject({ code: z.enum(federationRefusalCodes), parameters }).nullable(),
  claims: z.array(claimSchema),
  subject: z.string().nullable(),
  email: z.string().nullable(),
  givenName: z.string().nullable(),
  familyName: z.string().nullable(),
  /** The groups as the provider names them. */
  providerGroups: z.array(z.string()),
  /** The user that a real sign-in would find; null where it would create one. */
  username: z.string().nullable(),
  /** By what it would be found. */
  found: z.enum(['subject', 'username', 'email', 'new']).nullable(),
  isAdministrator: z.boolean(),
  /** Groups of the tenant the user would be put into, and taken out of. */
  joins: z.array(groupReference),
  leaves: z.array(groupReference),
})
export type FederationTestResult = z.output<typeof testResultSchema>

export const groupMappingSchema = z.strictObject({
  providerGroup: exactText(256).trim().min(1).meta({ description: 'As the provider names it in the claim; compared exactly' }),
  groupId: z.uuid(),
})

/** Names of the claims or attributes, where they are not those that the protocol and the large providers use. */
export const claimNamesSchema = z.strictObject({
  email: exactText(256).trim().min(1).optional(),
  givenName: exactText(256).trim().min(1).optional(),
  familyName: exactText(256).trim().min(1).optional(),
  groups: exactText(256).trim().min(1).optional(),
})
export type ClaimNames = z.output<typeof claimNamesSchema>

export const clientAuthentications = ['client_secret_post', 'client_secret_basic', 'private_key_jwt'] as const

/** A provider as it is set up, the active one or the draft. Never holds a secret. */
export const federationSetupSchema = z.strictObject({
  providerName: z.string(),
  protocol: federationProtocol,
  /** Null where the metadata came as a file. */
  metadataUrl: z.string().nullable(),
  metadataReadAt: timestamp,
  /** Issuer (OIDC) or entity id (SAML). */
  issuer: z.string(),
  endpoints: providerEndpointsSchema,
  /** By which it signs (SAML); OIDC providers publish keys of their own. */
  certificates: z.array(providerCertificateSchema),
  adminGroupName: z.string(),
  /** The break-glass administrator, who keeps a password. */
  adminUsername: z.string(),
  groupMappings: z.array(
    groupMappingSchema.extend({ groupName: z.string().nullable().meta({ description: 'Null where the group is gone' }) }),
  ),
  claimNames: claimNamesSchema,
  clientId: z.string().nullable(),
  clientAuthentication: z.enum(clientAuthentications).nullable(),
  hasClientSecret: z.boolean(),
  clientSecretExpiresAt: timestamp.nullable(),
  /** Of exactly this setup; null when none was made since it was last changed. */
  testResult: testResultSchema.nullable(),
  /** The last test of exactly this setup succeeded. */
  isTested: z.boolean(),
  updatedAt: timestamp,
})
export type FederationSetup = z.output<typeof federationSetupSchema>

/** A key pair of this tenant as relying party, with its certificate. */
export const relyingPartyKeySchema = z.strictObject({
  keyId: z.string(),
  /** `next` is published and does not sign yet; `active` signs; `previous` is still published and still decrypts. */
  status: z.enum(['next', 'active', 'previous']),
  fingerprint: z.string(),
  /** PEM, for providers that want it pasted. */
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
  /** Who this tenant is to the provider: client's home (OIDC), entity id (SAML). */
  identifierUri: z.string(),
  /** Where the provider sends people back to, by protocol. */
  responseUrl: z.string().meta({ description: 'Of the active or drafted protocol; of OpenID Connect while there is none' }),
  responseUrls: z.strictObject({ oidc: z.string(), saml: z.string() }),
  /** SAML metadata of this tenant, to be read by the provider. */
  metadataUrl: z.string(),
  jwksUrl: z.string(),
  /** Single logout (SAML) and back-channel logout (OIDC). */
  logoutUrl: z.string(),
  /** Where a provider that starts the sign-in itself sends people (OIDC third-party initiated login). */
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
  at: timestamp,
  isTest: z.boolean(),
  providerName: z.string(),
  protocol: federationProtocol,
  /** `pending`: sent to the provider and not back yet. */
  outcome: z.enum(['pending', 'success', 'failure']),
  refusal: z.strictObject({ code: z.enum(federationRefusalCodes), parameters }).nullable(),
  username: z.string().nullable(),
  address: z.string().nullable(),
  device: z.string(),
  steps: z.array(federationStepSchema),
})
export type FederationAttempt = z.output<typeof federationAttemptSchema>

/** A domain by whose email addresses people find their tenant. */
export const tenantDomainSchema = z.strictObject({
  domain: z.string(),
  /** Proven, and so routing sign-ins. */
  isVerified: z.boolean(),
  verifiedAt: timestamp.nullable(),
  /** Since when the record of a domain that was proven is gone. */
  missingSince: timestamp.nullable(),
  /** Until when it still routes sign-ins, where its record is gone. */
  routesUntil: timestamp.nullable(),
  /** The TXT record to set. */
  recordName: z.string(),
  recordValue: z.string(),
  createdAt: timestamp,
  lastCheckedAt: timestamp.nullable(),
  /** What the last look at the record found. */
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

/** What may be said of a provider beside the four fields of the specification; what is left out stays or has a default. */
const options = {
  protocol: federationProtocol.optional().meta({ description: 'Read from the metadata where it is left out' }),
  metadata: metadataText.optional().meta({ description: 'The text of a metadata file, instead of its address' }),
  clientId: exactText(256).trim().min(1).optional(),
  clientSecret: secretText(2048).nullable().optional().meta({ description: 'Null for a client that signs with its key (private_key_jwt)' }),
  clientSecretExpiresAt: timestamp.nullable().optional(),
  adminUsername: adminUsername.optional().meta({ description: 'The break-glass administrator; the caller where it is left out' }),
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
  metadataUrl: metadataUrl.optional(),
  providerName: providerName.optional(),
  adminGroupName: adminGroupName.optional(),
  ...options,
})

export const disableFederationBody = z.strictObject({ IsTestIdp: z.boolean(), adminUsername: adminUsername.optional() })

export const disableFederationResponse = federationSchema.extend({
  mailed: z.number().int().meta({ description: 'People who were mailed a link to choose a password' }),
})

export const getFederationImpactResponse = z.strictObject({
  /** Who would be mailed a link to choose a password if single sign-on were disabled. */
  externalUsers: z.number().int(),
  /** Who has a password that would no longer count if the draft took over; without the break-glass administrator. */
  passwordUsers: z.number().int(),
  /** Open sessions that enabling would end. */
  passwordSessions: z.number().int(),
  /** Open sessions that disabling would end. */
  federatedSessions: z.number().int(),
  /** Administrators with a password, who can be the break-glass administrator; at most 100. */
  breakGlassCandidates: z.array(z.strictObject({ username: z.string(), givenName: z.string(), familyName: z.string() })),
})

export const checkFederationBody = z.strictObject({
  metadataUrl: metadataUrl.optional(),
  metadata: metadataText.optional(),
  protocol: federationProtocol.optional(),
})

export const checkFederationResponse = z.strictObject({
  /** Null where the metadata could not be read at all. */
  provider: z
    .strictObject({
      protocol: federationProtocol,
      issuer: z.string(),
      endpoints: providerEndpointsSchema,
      certificates: z.array(providerCertificateSchema),
    })
    .nullable(),
  checks: z.array(federationCheckSchema),
  /** No check failed. */
  isUsable: z.boolean(),
})

export const startFederationTestResponse = z.strictObject({ location: z.string() })

export const listFederationAttemptsResponse = z.strictObject({ items: z.array(federationAttemptSchema) })

export const dropProviderCertificateParams = z.strictObject({ fingerprint: z.string().regex(/^[\da-f]{64}$/) })

export const keyParams = z.strictObject({ keyId: z.string().regex(/^[\w-]{1,64}$/) })
