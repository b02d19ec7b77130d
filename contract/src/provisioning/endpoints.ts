import type { Endpoint } from '../http.ts'
import type {
  deprovisioningLimitSettings,
  createScimTokenBody,
  decideDeprovisioningLimitBody,
  exportProvisioningEventsQuery,
  exportProvisioningEventsResponse,
  getProvisioningEventParams,
  listProvisioningEventsQuery,
  getProvisioningHoursResponse,
  listProvisioningEventsResponse,
  listScimTokensQuery,
  listScimTokensResponse,
  mintedScimTokenSchema,
  provisioningEventDetailSchema,
  provisioningSchema,
  replayProvisioningEventBody,
  replayProvisioningEventParams,
  revokeScimTokenParams,
} from './schemas.ts'

/**
 * SCIM provisioning for administrators: tokens, the log of a provider's requests, and the deprovisioning limit (product decisions, "SCIM
 * tokens"; docs/adr/025). The protocol itself, `/scim/v2`, is not part of this contract: RFC 7643 and RFC 7644 define it.
 */

const access = { permission: 'Admin.ManageScimTokens' } as const

export const listScimTokens: Endpoint<{ query: typeof listScimTokensQuery; response: typeof listScimTokensResponse }> = {
  id: 'listScimTokens',
  method: 'GET',
  path: '/scim/tokens',
  access,
}

export const createScimToken: Endpoint<{ body: typeof createScimTokenBody; response: typeof mintedScimTokenSchema }> = {
  id: 'createScimToken',
  method: 'POST',
  path: '/scim/tokens',
  access,
  freshness: 'always',
  status: 201,
}

export const revokeScimToken: Endpoint<{ params: typeof revokeScimTokenParams }> = {
  id: 'revokeScimToken',
  method: 'DELETE',
  path: '/scim/tokens/{scimTokenId}',
  access,
  status: 204,
}

export const listProvisioningEvents: Endpoint<{
  query: typeof listProvisioningEventsQuery
  response: typeof listProvisioningEventsResponse
}> = {
  id: 'listProvisioningEvents',
  method: 'GET',
  path: '/scim/events',
  access,
}

export const getProvisioningHours: Endpoint<{ response: typeof getProvisioningHoursResponse }> = {
  id: 'getProvisioningHours',
  method: 'GET',
  path: '/scim/events/hours',
  access,
}

export const exportProvisioningEvents: Endpoint<{
  query: typeof exportProvisioningEventsQuery
  response: typeof exportProvisioningEventsResponse
}> = {
  id: 'exportProvisioningEvents',
  method: 'GET',
  path: '/scim/events/export',
  access,
  media: { response: 'text/csv' },
}

export const getProvisioningEvent: Endpoint<{ params: typeof getProvisioningEventParams; response: typeof provisioningEventDetailSchema }> =
  {
    id: 'getProvisioningEvent',
    method: 'GET',
    path: '/scim/events/{eventId}',
    access,
  }

export const replayProvisioningEvent: Endpoint<{
  params: typeof replayProvisioningEventParams
  body: typeof replayProvisioningEventBody
  response: typeof provisioningEventDetailSchema
}> = {
  id: 'replayProvisioningEvent',
  method: 'POST',
  path: '/scim/events/{eventId}/replay',
  access,
}

export const getProvisioning: Endpoint<{ response: typeof provisioningSchema }> = {
  id: 'getProvisioning',
  method: 'GET',
  path: '/scim/provisioning',
  access,
  etag: true,
}

export const putDeprovisioningLimit: Endpoint<{ body: typeof deprovisioningLimitSettings; response: typeof provisioningSchema }> = {
  id: 'putDeprovisioningLimit',
  method: 'PUT',
  path: '/scim/deprovisioning-limit',
  access,
  precondition: 'optional',
  etag: true,
}

export const decideDeprovisioningLimit: Endpoint<{ body: typeof decideDeprovisioningLimitBody; response: typeof provisioningSchema }> = {
  id: 'decideDeprovisioningLimit',
  method: 'POST',
  path: '/scim/deprovisioning-limit/decision',
  access,
  precondition: 'optional',
  etag: true,
}
