import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import {
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
  type Delivery,
  type LogStream,
} from './schemas.ts'

const tag = 'Log streams'

const params = { logStreamId: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44' }

const exampleStream: LogStream = {
  ...params,
  logStreamName: 'Security operations',
  kind: 'webhook',
  address: 'https://siem.example/hooks/steward',
  format: 'array',
  sendsAuditLog: true,
  sendsSystemLog: true,
  eventKinds: [],
  isPaused: false,
  pauseReason: null,
  previousSecretUntil: null,
  deliveredTo: '2026-03-14T09:26:53.589Z',
  lastDeliveredAt: '2026-03-14T09:26:55.120Z',
  waiting: 0,
  failures: 0,
  failingSince: null,
  nextAttemptAt: null,
  createdBy: 'ada.lindqvist@meridian-re.example',
  createdAt: '2026-03-01T08:00:00.000Z',
  version: 1,
}

const exampleDelivery: Delivery = {
  deliveryId: '0199c0de-8888-7c11-9d59-3b8f5f1c2a44',
  attemptedAt: '2026-03-14T09:26:55.012Z',
  isTest: false,
  outcome: 'success',
  status: 204,
  fault: null,
  detail: '',
  durationMs: 108,
  events: 12,
  batchId: '0199c0de-9999-7c11-9d59-3b8f5f1c2a44',
}

const minted = { ...exampleStream, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }
const addressErrors = ['log_stream_address_invalid', 'log_stream_sends_nothing', 'log_stream_name_taken'] as const

export const logStreamsDocs = operations(endpoints, {
  listLogStreams: {
    summary: 'List log streams and their progress',
    tag,
    query: listLogStreamsQuery,
    response: listLogStreamsResponse,
    errors: [],
    examples: { response: { count: 1, items: [exampleStream], limit: 20, offset: 0, totalCount: 1, totalIsExact: true } },
  },
  createLogStream: {
    summary: 'Create a log stream',
    description: 'The secret is shown only in this response. The stream starts with new entries; use a replay to send earlier ones.',
    tag,
    body: createLogStreamBody,
    response: mintedLogStreamSchema,
    errors: [...addressErrors, 'log_stream_limit_reached'],
    examples: { body: { logStreamName: 'Security operations', kind: 'webhook', address: exampleStream.address }, response: minted },
  },
  getLogStream: {
    summary: 'Get a log stream and its progress',
    tag,
    params: logStreamParams,
    response: logStreamSchema,
    errors: ['not_found'],
    examples: { params, response: exampleStream },
  },
  patchLogStream: {
    summary: 'Change, pause or resume a log stream',
    description: 'A resumed stream continues where it was paused.',
    tag,
    params: logStreamParams,
    body: patchLogStreamBody,
    response: logStreamSchema,
    errors: ['not_found', ...addressErrors],
    examples: { params, body: { isPaused: true }, response: { ...exampleStream, isPaused: true, pauseReason: 'by_hand' } },
  },
  deleteLogStream: {
    summary: 'Delete a log stream',
    tag,
    params: logStreamParams,
    errors: ['not_found'],
    examples: { params },
  },
  rotateLogStreamSecret: {
    summary: 'Replace the secret of a webhook',
    description: 'For 24 hours, each webhook has two signatures: one with the new secret and one with the old secret.',
    tag,
    params: logStreamParams,
    response: mintedLogStreamSchema,
    errors: ['not_found', 'log_stream_without_secret'],
    examples: { params, response: { ...minted, previousSecretUntil: '2026-03-15T09:26:53.589Z' } },
  },
  testLogStream: {
    summary: 'Send a test event',
    description: 'The response says how the attempt ended, even if it failed.',
    tag,
    params: logStreamParams,
    response: deliverySchema,
    errors: ['not_found'],
    examples: { params, response: { ...exampleDelivery, isTest: true, events: 1 } },
  },
  replayLogStream: {
    summary: 'Send log entries again from a point in time',
    tag,
    params: logStreamParams,
    body: replayLogStreamBody,
    response: logStreamSchema,
    errors: ['not_found', 'log_stream_replay_refused'],
    examples: { params, body: { from: '2026-03-14T00:00:00.000Z' }, response: exampleStream },
  },
  listLogStreamDeliveries: {
    summary: 'List the latest delivery attempts, newest first',
    description: 'At most 200.',
    tag,
    params: logStreamParams,
    response: listDeliveriesResponse,
    errors: ['not_found'],
    examples: { params, response: { items: [exampleDelivery] } },
  },
})
