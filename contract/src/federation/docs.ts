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
    summary: 'How the tenant signs in through its identity provider',
    tag,
    response: federationSchema,
    errors: [],
    examples: { response: exampleFederation },
  },
  enableFederation: {
    summary: 'Draft a provider, or let the tested draft take over',
    description:
      'With `IsTestIdp` the provider becomes the draft, to be tried by a test sign-in; what is left out is taken from the draft before it, or from the active provider of the same issuer. Without, the draft takes over: only exactly as it was tested, and only by an administrator. Everybody but the break-glass administrator then signs in through the provider; sessions that began with a password end.',
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
    summary: 'Change the active provider, or the draft while none is active',
    description:
      'Without downtime: certificates that the new metadata no longer names are accepted until they are dropped. Another issuer, protocol or client is no update; draft and test it. An empty body reads the metadata again.',
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
    summary: 'Drop the draft',
    tag,
    response: federationSchema,
    errors: ['version_conflict', 'federation_no_draft'],
    examples: { response: exampleFederation },
  },
  disableFederation: {
    summary: 'Go back to passwords',
    description:
      'With `IsTestIdp` only the draft is dropped. Otherwise everybody whose account came from the provider is mailed a link to choose a password, and their sessions end with the reason SSO change.',
    tag,
    body: disableFederationBody,
    response: disableFederationResponse,
    errors: ['version_conflict', 'federation_inactive', 'federation_no_draft', 'federation_break_glass_refused', 'administrator_only'],
    examples: { body: { IsTestIdp: false }, response: { ...exampleFederation, mailed: 12 } },
  },
  getFederationImpact: {
    summary: 'Whom enabling or disabling concerns, for the confirmation',
    tag,
    response: getFederationImpactResponse,
    errors: [],
    examples: {
      response: { externalUsers: 12, passwordUsers: 3, passwordSessions: 2, federatedSessions: 9, breakGlassCandidates: [] },
    },
  },
  checkFederation: {
    summary: 'Look at metadata without keeping it',
    description: 'What an address or a file holds, and each check with its outcome.',
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
    summary: 'Begin a test sign-in',
    description:
      'Answers the address at the provider, to be opened in a window of its own, and sets the cookie that binds the test to this browser. The result stands in the draft (or the active provider, where there is no draft), and a change of `federation_provider` is announced.',
    tag,
    response: startFederationTestResponse,
    errors: ['federation_no_draft', 'federation_provider_unreachable'],
    examples: { response: { location: 'https://login.northwind-re.example/authorize?client_id=steward' } },
  },
  listFederationAttempts: {
    summary: 'The last 100 sign-in attempts through the provider, newest first',
    tag,
    response: listFederationAttemptsResponse,
    errors: [],
    examples: { response: { items: [] } },
  },
  dropProviderCertificate: {
    summary: 'No longer accept a certificate that the metadata does not name any more',
    tag,
    params: dropProviderCertificateParams,
    response: federationSchema,
    errors: ['not_found', 'federation_certificate_in_use', 'administrator_only'],
    examples: { params: { fingerprint: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' }, response: exampleFederation },
  },
  addFederationKey: {
    summary: 'Make the next key of this relying party',
    description: 'It is published beside the active one at once, so that the provider knows it before it signs.',
    tag,
    response: federationSchema,
    errors: ['federation_key_pending', 'administrator_only'],
    examples: { response: exampleFederation },
  },
  activateFederationKey: {
    summary: 'Sign with the next key from now on',
    tag,
    params: keyParams,
    response: federationSchema,
    errors: ['not_found', 'administrator_only'],
    examples: { params: exampleKey, response: exampleFederation },
  },
  dropFederationKey: {
    summary: 'No longer publish a key that does not sign',
    tag,
    params: keyParams,
    response: federationSchema,
    errors: ['not_found', 'federation_key_active', 'administrator_only'],
    examples: { params: exampleKey, response: exampleFederation },
  },
})
