import type { Federation, FederationSetup, FederationTestResult, TenantDomain } from './schemas.ts'

/** Examples for the API reference. */

export const exampleAttemptId = '0199c0de-aaaa-7c11-9d59-3b8f5f1c2a44'
export const exampleMetadataUrl = 'https://login.northwind-re.example/.well-known/openid-configuration'

export const exampleTestResult: FederationTestResult = {
  attemptId: exampleAttemptId,
  at: '2026-03-14T09:26:53.589Z',
  testedBy: 'ada.lindqvist@northwind-re.example',
  outcome: 'success',
  refusal: null,
  claims: [
    { name: 'email', values: ['grace.okafor@northwind-re.example'] },
    { name: 'groups', values: ['Steward admins'] },
  ],
  subject: '00u1a2b3c4',
  email: 'grace.okafor@northwind-re.example',
  givenName: 'Grace',
  familyName: 'Okafor',
  providerGroups: ['Steward admins'],
  username: null,
  found: 'new',
  isAdministrator: true,
  joins: [{ groupId: '0199c0de-3333-7c11-9d59-3b8f5f1c2a44', groupName: 'admin' }],
  leaves: [],
}

const exampleSetup: FederationSetup = {
  providerName: 'Okta',
  protocol: 'oidc',
  metadataUrl: exampleMetadataUrl,
  metadataReadAt: '2026-03-14T09:26:53.589Z',
  issuer: 'https://login.northwind-re.example',
  endpoints: {
    signIn: 'https://login.northwind-re.example/authorize',
    token: 'https://login.northwind-re.example/token',
    userInfo: 'https://login.northwind-re.example/userinfo',
    keys: 'https://login.northwind-re.example/keys',
    logout: null,
  },
  certificates: [],
  adminGroupName: 'Steward admins',
  adminUsername: 'ada.lindqvist@northwind-re.example',
  groupMappings: [],
  claimNames: {},
  clientId: 'steward',
  clientAuthentication: 'client_secret_post',
  assertionAudience: 'issuer',
  acceptsResponseSignature: false,
  hasClientSecret: true,
  clientSecretExpiresAt: null,
  testResult: exampleTestResult,
  isTested: true,
  updatedAt: '2026-03-14T09:26:53.589Z',
}

const base = 'https://steward.northwind-re.example/auth/federation/demo'

export const exampleFederation: Federation = {
  federationState: 'ACTIVE',
  identifierUri: base,
  responseUrl: `${base}/callback`,
  responseUrls: { oidc: `${base}/callback`, saml: `${base}/acs` },
  metadataUrl: `${base}/metadata`,
  jwksUrl: `${base}/jwks.json`,
  logoutUrl: `${base}/logout`,
  frontChannelLogoutUrl: `${base}/front-channel-logout`,
  initiateLoginUrl: 'https://steward.northwind-re.example/home/login?tenant=demo&start=provider',
  supportedProviders: [
    {
      id: 'okta',
      providerName: 'Okta',
      protocols: ['oidc', 'saml'],
      metadataUrlExample: 'https://{company}.okta.com/.well-known/openid-configuration',
      groupsClaim: 'groups',
    },
  ],
  active: exampleSetup,
  draft: null,
  keys: [],
  warnings: [],
  version: 4,
}

export const exampleDomain: TenantDomain = {
  domain: 'northwind-re.example',
  isVerified: true,
  verifiedAt: '2026-03-14T09:26:53.589Z',
  missingSince: null,
  routesUntil: null,
  recordName: 'northwind-re.example',
  recordValue: 'steward-verification=Zb3kP0mXw1Rk7sVnQe5tYg',
  createdAt: '2026-03-14T09:20:00.000Z',
  lastCheckedAt: '2026-03-14T09:26:53.589Z',
  lastOutcome: 'found',
}
