import type { Endpoint } from '../http.ts'
import type {
  createLogStreamBody,
  deliverySchema,
  listDeliveriesResponse,
  listLogStreamsQuery,
  listLogStreamsResponse,
  logStreamParams,
  logStreamSchema,
  mintedLogStreamSchema,
  patchLogStreamBody,
  replayLogStreamBody,
} from './schemas.ts'

/** Streams of the logs to a tenant's own systems. They carry everything in both logs, so only administrators manage them (docs/adr/051). */

const access = { permission: 'Admin.TenantAdministrator' } as const

export const listLogStreams: Endpoint<{ query: typeof listLogStreamsQuery; response: typeof listLogStreamsResponse }> = {
  id: 'listLogStreams',
  method: 'GET',
  path: '/monitoring/log-streams',
  access,
}

export const createLogStream: Endpoint<{ body: typeof createLogStreamBody; response: typeof mintedLogStreamSchema }> = {
  id: 'createLogStream',
  method: 'POST',
  path: '/monitoring/log-streams',
  access,
  status: 201,
  etag: true,
}

export const getLogStream: Endpoint<{ params: typeof logStreamParams; response: typeof logStreamSchema }> = {
  id: 'getLogStream',
  method: 'GET',
  path: '/monitoring/log-streams/{logStreamId}',
  access,
  etag: true,
}

export const patchLogStream: Endpoint<{
  params: typeof logStreamParams
  body: typeof patchLogStreamBody
  response: typeof logStreamSchema
}> = {
  id: 'patchLogStream',
  method: 'PATCH',
  path: '/monitoring/log-streams/{logStreamId}',
  access,
  precondition: 'optional',
  etag: true,
}

export const deleteLogStream: Endpoint<{ params: typeof logStreamParams }> = {
  id: 'deleteLogStream',
  method: 'DELETE',
  path: '/monitoring/log-streams/{logStreamId}',
  access,
  status: 204,
  precondition: 'optional',
}

export const rotateLogStreamSecret: Endpoint<{ params: typeof logStreamParams; response: typeof mintedLogStreamSchema }> = {
  id: 'rotateLogStreamSecret',
  method: 'POST',
  path: '/monitoring/log-streams/{logStreamId}/secret',
  access,
  precondition: 'optional',
  etag: true,
}

export const testLogStream: Endpoint<{ params: typeof logStreamParams; response: typeof deliverySchema }> = {
  id: 'testLogStream',
  method: 'POST',
  path: '/monitoring/log-streams/{logStreamId}/test',
  withoutPreview: 'sends',
  access,
}

export const replayLogStream: Endpoint<{
  params: typeof logStreamParams
  body: typeof replayLogStreamBody
  response: typeof logStreamSchema
}> = {
  id: 'replayLogStream',
  method: 'POST',
  path: '/monitoring/log-streams/{logStreamId}/replay',
  access,
  etag: true,
}

export const listLogStreamDeliveries: Endpoint<{ params: typeof logStreamParams; response: typeof listDeliveriesResponse }> = {
  id: 'listLogStreamDeliveries',
  method: 'GET',
  path: '/monitoring/log-streams/{logStreamId}/deliveries',
  access,
}
