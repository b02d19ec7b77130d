import type { Endpoint } from '../http.ts'
import type {
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

/**
 * Single sign-on for administrators (second specification file, section 7; product decisions, "Single sign-on").
 * There are two slots: the active provider, and a draft that is tested before it becomes active.
 */

const access = { permission: 'Admin.ConfigureSSO' } as const

export const getFederation: Endpoint<{ response: typeof federationSchema }> = {
  id: 'getFederation',
  method: 'GET',
  path: '/auth/Tenant/federation',
  access,
  etag: true,
}

export const enableFederation: Endpoint<{ body: typeof enableFederationBody; response: typeof federationSchema }> = {
  id: 'enableFederation',
  method: 'POST',
  path: '/auth/Tenant/federation/enable',
  access,
  freshness: 'always',
  etag: true,
  precondition: 'optional',
}

export const updateFederation: Endpoint<{ body: typeof updateFederationBody; response: typeof federationSchema }> = {
  id: 'updateFederation',
  method: 'PATCH',
  path: '/auth/Tenant/federation',
  access,
  freshness: 'always',
  etag: true,
  precondition: 'optional',
}

export const cancelFederation: Endpoint<{ response: typeof federationSchema }> = {
  id: 'cancelFederation',
  method: 'PATCH',
  path: '/auth/Tenant/federation/cancel',
  access,
  etag: true,
  precondition: 'optional',
}

export const disableFederation: Endpoint<{ body: typeof disableFederationBody; response: typeof disableFederationResponse }> = {
  id: 'disableFederation',
  method: 'POST',
  path: '/auth/Tenant/federation/disable',
  access,
  freshness: 'always',
  etag: true,
  precondition: 'optional',
}

export const getFederationImpact: Endpoint<{ response: typeof getFederationImpactResponse }> = {
  id: 'getFederationImpact',
  method: 'GET',
  path: '/auth/Tenant/federation/impact',
  access,
}

export const checkFederation: Endpoint<{ body: typeof checkFederationBody; response: typeof checkFederationResponse }> = {
  id: 'checkFederation',
  method: 'POST',
  path: '/auth/Tenant/federation/check',
  isRead: true,
  access,
}

export const startFederationTest: Endpoint<{ response: typeof startFederationTestResponse }> = {
  id: 'startFederationTest',
  method: 'POST',
  path: '/auth/Tenant/federation/test',
  access,
}

export const listFederationAttempts: Endpoint<{ response: typeof listFederationAttemptsResponse }> = {
  id: 'listFederationAttempts',
  method: 'GET',
  path: '/auth/Tenant/federation/attempts',
  access,
}

export const dropProviderCertificate: Endpoint<{ params: typeof dropProviderCertificateParams; response: typeof federationSchema }> = {
  id: 'dropProviderCertificate',
  method: 'DELETE',
  path: '/auth/Tenant/federation/certificates/{fingerprint}',
  access,
  freshness: 'always',
}

export const addFederationKey: Endpoint<{ response: typeof federationSchema }> = {
  id: 'addFederationKey',
  method: 'POST',
  path: '/auth/Tenant/federation/keys',
  access,
  freshness: 'always',
}

export const activateFederationKey: Endpoint<{ params: typeof keyParams; response: typeof federationSchema }> = {
  id: 'activateFederationKey',
  method: 'POST',
  path: '/auth/Tenant/federation/keys/{keyId}/activate',
  access,
  freshness: 'always',
}

export const dropFederationKey: Endpoint<{ params: typeof keyParams; response: typeof federationSchema }> = {
  id: 'dropFederationKey',
  method: 'DELETE',
  path: '/auth/Tenant/federation/keys/{keyId}',
  access,
  freshness: 'always',
}
