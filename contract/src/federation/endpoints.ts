import { z } from 'zod'
import { documentText, exactText, httpAddress, nameText, secretText } from '../text.ts'
import { endpoint } from '../http.ts'
import { exampleFederation, exampleMetadataUrl } from './examples.ts'
import {
  claimNamesSchema,
  federationAttemptSchema,
  federationCheckSchema,
  federationProtocol,
  federationSchema,
  groupMappingSchema,
  providerCertificateSchema,
  providerEndpointsSchema,
} from './schemas.ts'
import { timestamp } from '../http.ts'
import { adminGroupName } from '../rules/names.ts'

/**
 * Single sign-on as administrators set it up (second specification file, section 7; product decisions, "Single sign-on").
 * Two slots: the active provider, and a draft that is tested before it takes over.
 */

const tag = 'Single sign-on'
const access = { permission: 'Admin.ConfigureSSO' } as const

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

export const getFederation = endpoint({
  id: 'getFederation',
  method: 'GET',
  path: '/auth/Tenant/federation',
  summary: 'How the tenant signs in through its identity provider',
  tag,
  access,
  response: federationSchema,
  etag: true,
  errors: [],
  examples: { response: exampleFederation },
})

export const enableFederation = endpoint({
  id: 'enableFederation',
  method: 'POST',
  path: '/auth/Tenant/federation/enable',
  summary: 'Draft a provider, or let the tested draft take over',
  description:
    'With `IsTestIdp` the provider becomes the draft, to be tried by a test sign-in; what is left out is taken from the draft before it, or from the active provider of the same issuer. Without, the draft takes over: only exactly as it was tested, and only by an administrator. Everybody but the break-glass administrator then signs in through the provider; sessions that began with a password end.',
  tag,
  access,
  body: z.strictObject({
    AdminGroupName: adminGroupName.optional(),
    IsTestIdp: z.boolean(),
    MetadataUrl: metadataUrl.optional(),
    ProviderName: providerName.optional(),
    ...options,
  }),
  response: federationSchema,
  etag: true,
  precondition: 'optional',
  errors: [
    'version_conflict',
    'federation_untested',
    'federation_no_draft',
    'federation_metadata_refused',
    'federation_client_missing',
    'federation_break_glass_refused',
    'group_unknown',
    'administrator_only',
    'grant_exceeds_own',
  ],
  examples: {
    body: { AdminGroupName: 'Steward admins', IsTestIdp: true, MetadataUrl: exampleMetadataUrl, ProviderName: 'Okta', clientId: 'steward' },
    response: exampleFederation,
  },
})

export const updateFederation = endpoint({
  id: 'updateFederation',
  method: 'PATCH',
  path: '/auth/Tenant/federation',
  summary: 'Change the active provider, or the draft while none is active',
  description:
    'Without downtime: certificates that the new metadata no longer names are accepted until they are dropped. Another issuer, protocol or client is no update; draft and test it. An empty body reads the metadata again.',
  tag,
  access,
  body: z.strictObject({
    slot: z.enum(['active', 'draft']).optional(),
    metadataUrl: metadataUrl.optional(),
    providerName: providerName.optional(),
    adminGroupName: adminGroupName.optional(),
    ...options,
  }),
  response: federationSchema,
  etag: true,
  precondition: 'optional',
  errors: [
    'version_conflict',
    'federation_inactive',
    'federation_other_provider',
    'federation_metadata_refused',
    'federation_client_missing',
    'federation_break_glass_refused',
    'group_unknown',
    'administrator_only',
    'grant_exceeds_own',
  ],
  examples: { body: { metadataUrl: exampleMetadataUrl }, response: exampleFederation },
})

export const cancelFederation = endpoint({
  id: 'cancelFederation',
  method: 'PATCH',
  path: '/auth/Tenant/federation/cancel',
  summary: 'Drop the draft',
  tag,
  access,
  response: federationSchema,
  etag: true,
  precondition: 'optional',
  errors: ['version_conflict', 'federation_no_draft'],
  examples: { response: exampleFederation },
})

export const disableFederation = endpoint({
  id: 'disableFederation',
  method: 'POST',
  path: '/auth/Tenant/federation/disable',
  summary: 'Go back to passwords',
  description:
    'With `IsTestIdp` only the draft is dropped. Otherwise everybody whose account came from the provider is mailed a link to choose a password, and their sessions end with the reason SSO change.',
  tag,
  access,
  body: z.strictObject({ IsTestIdp: z.boolean(), adminUsername: adminUsername.optional() }),
  response: federationSchema.extend({
    mailed: z.number().int().meta({ description: 'People who were mailed a link to choose a password' }),
  }),
  etag: true,
  precondition: 'optional',
  errors: ['version_conflict', 'federation_inactive', 'federation_no_draft', 'federation_break_glass_refused', 'administrator_only'],
  examples: { body: { IsTestIdp: false }, response: { ...exampleFederation, mailed: 12 } },
})

export const getFederationImpact = endpoint({
  id: 'getFederationImpact',
  method: 'GET',
  path: '/auth/Tenant/federation/impact',
  summary: 'Whom enabling or disabling concerns, for the confirmation',
  tag,
  access,
  response: z.strictObject({
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
  }),
  errors: [],
  examples: {
    response: { externalUsers: 12, passwordUsers: 3, passwordSessions: 2, federatedSessions: 9, breakGlassCandidates: [] },
  },
})

export const checkFederation = endpoint({
  id: 'checkFederation',
  method: 'POST',
  path: '/auth/Tenant/federation/check',
  summary: 'Look at metadata without keeping it',
  description: 'What an address or a file holds, and each check with its outcome.',
  tag,
  access,
  body: z.strictObject({ metadataUrl: metadataUrl.optional(), metadata: metadataText.optional(), protocol: federationProtocol.optional() }),
  response: z.strictObject({
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
  }),
  errors: [],
  ratePerMinute: 30,
  examples: {
    body: { metadataUrl: exampleMetadataUrl },
    response: {
      provider: null,
      checks: [{ code: 'reachable', outcome: 'failed', parameters: { address: exampleMetadataUrl } }],
      isUsable: false,
    },
  },
})

export const startFederationTest = endpoint({
  id: 'startFederationTest',
  method: 'POST',
  path: '/auth/Tenant/federation/test',
  summary: 'Begin a test sign-in',
  description:
    'Answers the address at the provider, to be opened in a window of its own, and sets the cookie that binds the test to this browser. The result stands in the draft (or the active provider, where there is no draft), and a change of `federation_provider` is announced.',
  tag,
  access,
  response: z.strictObject({ location: z.string() }),
  errors: ['federation_no_draft', 'federation_provider_unreachable'],
  examples: { response: { location: 'https://login.northwind-re.example/authorize?client_id=steward' } },
})

export const listFederationAttempts = endpoint({
  id: 'listFederationAttempts',
  method: 'GET',
  path: '/auth/Tenant/federation/attempts',
  summary: 'The last 100 sign-in attempts through the provider, newest first',
  tag,
  access,
  response: z.strictObject({ items: z.array(federationAttemptSchema) }),
  errors: [],
  examples: { response: { items: [] } },
})

export const dropProviderCertificate = endpoint({
  id: 'dropProviderCertificate',
  method: 'DELETE',
  path: '/auth/Tenant/federation/certificates/{fingerprint}',
  summary: 'No longer accept a certificate that the metadata does not name any more',
  tag,
  access,
  params: z.strictObject({ fingerprint: z.string().regex(/^[\da-f]{64}$/) }),
  response: federationSchema,
  errors: ['not_found', 'federation_certificate_in_use', 'administrator_only'],
  examples: { params: { fingerprint: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' }, response: exampleFederation },
})

const keyParams = z.strictObject({ keyId: z.string().regex(/^[\w-]{1,64}$/) })
const exampleKey = { keyId: '0199c0de-bbbb-7c11-9d59-3b8f5f1c2a44' }

export const addFederationKey = endpoint({
  id: 'addFederationKey',
  method: 'POST',
  path: '/auth/Tenant/federation/keys',
  summary: 'Make the next key of this relying party',
  description: 'It is published beside the active one at once, so that the provider knows it before it signs.',
  tag,
  access,
  response: federationSchema,
  errors: ['federation_key_pending', 'administrator_only'],
  examples: { response: exampleFederation },
})

export const activateFederationKey = endpoint({
  id: 'activateFederationKey',
  method: 'POST',
  path: '/auth/Tenant/federation/keys/{keyId}/activate',
  summary: 'Sign with the next key from now on',
  tag,
  access,
  params: keyParams,
  response: federationSchema,
  errors: ['not_found', 'administrator_only'],
  examples: { params: exampleKey, response: exampleFederation },
})

export const dropFederationKey = endpoint({
  id: 'dropFederationKey',
  method: 'DELETE',
  path: '/auth/Tenant/federation/keys/{keyId}',
  summary: 'No longer publish a key that does not sign',
  tag,
  access,
  params: keyParams,
  response: federationSchema,
  errors: ['not_found', 'federation_key_active', 'administrator_only'],
  examples: { params: exampleKey, response: exampleFederation },
})
