import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import { exampleFederation, exampleMetadataUrl } from './examples.ts'
import {
  checkFederationBody,
  checkFederationResponse,
  disableFederationBody,
  disableFederationResponse,
  dropProviderCertificateParams,
  enableFederationBody,
  federationSchema,
  getFederationImpactResponse,
  keyParams,
  listFederationAttemptsResponse,
  startFederationTestResponse,
  updateFederationBody,
} from './schemas.ts'

const tag = 'Single sign-on'

const exampleKey = { keyId: '0199c0de-bbbb-7c11-9d59-3b8f5f1c2a44' }

export const federationDocs = operations(endpoints, {
  getFederation: {
    summary: 'Get the single sign-on configuration of the tenant',
    tag,
    response: federationSchema,
    errors: [],
    examples: { response: exampleFederation },
  },
  enableFederation: {
    summary: 'Save a draft provider, or activate the tested draft',
    description:
      'With `IsTestIdp`, saves the provider as a draft for a test sign-in. Fields that are left out come from the previous draft, or from the active provider with the same issuer. Without it, activates the draft, which must be exactly as tested; only administrators can do that. From then on everyone except the break-glass administrator signs in through the provider, and sessions that began with a password end.',
    tag,
    body: enableFederationBody,
    response: federationSchema,
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
      body: {
        AdminGroupName: 'Steward admins',
        IsTestIdp: true,
        MetadataUrl: exampleMetadataUrl,
        ProviderName: 'Okta',
        clientId: 'steward',
      },
      response: exampleFederation,
    },
  },
  updateFederation: {
    summary: 'Change the active provider, or the draft if none is active',
    description:
      'Causes no downtime: certificates that are no longer in the metadata are accepted until you remove them. To change the issuer, protocol or client, save and test a draft instead. With an empty body, reads the metadata again.',
    tag,
    body: updateFederationBody,
    response: federationSchema,
    errors: [
      'federation_secret_untested',
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
  },
  cancelFederation: {
    summary: 'Delete the draft',
    tag,
    response: federationSchema,
    errors: ['version_conflict', 'federation_no_draft'],
    examples: { response: exampleFederation },
  },
  disableFederation: {
    summary: 'Disable single sign-on',
    description:
      'With `IsTestIdp`, deletes only the draft. Otherwise everyone whose account came from the provider is emailed a link to set a password, and their sessions end with the reason `sso_change`.',
    tag,
    body: disableFederationBody,
    response: disableFederationResponse,
    errors: ['version_conflict', 'federation_inactive', 'federation_no_draft', 'federation_break_glass_refused', 'administrator_only'],
    examples: { body: { IsTestIdp: false }, response: { ...exampleFederation, mailed: 12 } },
  },
  getFederationImpact: {
    summary: 'Count the people affected by enabling or disabling single sign-on',
    tag,
    response: getFederationImpactResponse,
    errors: [],
    examples: {
      response: { externalUsers: 12, passwordUsers: 3, passwordSessions: 2, federatedSessions: 9, breakGlassCandidates: [] },
    },
  },
  checkFederation: {
    summary: 'Check metadata without saving it',
    description: 'Returns the contents of an address or file, and the outcome of each check.',
    tag,
    body: checkFederationBody,
    response: checkFederationResponse,
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
  },
  startFederationTest: {
    summary: 'Start a test sign-in',
    description:
      'Returns the address at the provider, to be opened in a window of its own, and sets a cookie that binds the test to this browser. The result is part of the draft, or of the active provider if there is no draft, and is announced as a change of `federation_provider`.',
    tag,
    response: startFederationTestResponse,
    errors: ['federation_no_draft', 'federation_provider_unreachable'],
    examples: { response: { location: 'https://login.northwind-re.example/authorize?client_id=steward' } },
  },
  listFederationAttempts: {
    summary: 'List the last 100 sign-in attempts through the provider, newest first',
    tag,
    response: listFederationAttemptsResponse,
    errors: [],
    examples: { response: { items: [] } },
  },
  dropProviderCertificate: {
    summary: 'Remove a certificate that is no longer in the metadata',
    tag,
    params: dropProviderCertificateParams,
    response: federationSchema,
    errors: ['not_found', 'federation_certificate_in_use', 'administrator_only'],
    examples: { params: { fingerprint: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' }, response: exampleFederation },
  },
  addFederationKey: {
    summary: 'Create the next key of this relying party',
    description: 'Publishes it next to the active key immediately, so that the provider knows it before it is used.',
    tag,
    response: federationSchema,
    errors: ['federation_key_pending', 'administrator_only'],
    examples: { response: exampleFederation },
  },
  activateFederationKey: {
    summary: 'Activate the next key',
    tag,
    params: keyParams,
    response: federationSchema,
    errors: ['not_found', 'administrator_only'],
    examples: { params: exampleKey, response: exampleFederation },
  },
  dropFederationKey: {
    summary: "Stop publishing a key that isn't active",
    tag,
    params: keyParams,
    response: federationSchema,
    errors: ['not_found', 'federation_key_active', 'administrator_only'],
    examples: { params: exampleKey, response: exampleFederation },
  },
})
