import { exampleLogArchive, listLogArchivesResponse, logArchiveParams } from '../log-fields.ts'
import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import {
  exportSystemLogQuery,
  exportSystemLogResponse,
  getSystemLogHistogramQuery,
  ingestSystemLogBody,
  ingestSystemLogResponse,
  listArchivedEventsQuery,
  listArchivedEventsResponse,
  listSystemLogQuery,
  listSystemLogResponse,
  systemEventParams,
  systemEventSchema,
  systemLogHistogramSchema,
  type SystemEvent,
} from './schemas.ts'

const tag = 'System log'

const exampleEvent: SystemEvent = {
  cursor: 'MjAyNi0wMy0xNFQwOToyNjo1My41ODkwMDBaXzAxOTljMGRlLWFhYWEtN2MxMS05ZDU5LTNiOGY1ZjFjMmE0NA',
  occurredAt: '2026-03-14T09:26:53.589Z',
  kind: 'sign_in_failed',
  outcome: 'failure',
  userId: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44',
  username: 'grace.okafor@meridian-re.example',
  address: '203.0.113.7',
  device: 'Firefox 152 on Windows',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:152.0) Gecko/20100101 Firefox/152.0',
  requestId: '0199c0de-9999-7c11-9d59-3b8f5f1c2a44',
  details: {},
}

const { archiveId } = exampleLogArchive

export const systemLogDocs = operations(endpoints, {
  listSystemLog: {
    summary: 'List events, newest first',
    description:
      'Filters use an index. A search, and filters combined with both `userId` and `address`, examine at most 50,000 of the entries found there. If there are more, `examinedTo` says how far the call got; continue there with `oldest`.',
    tag,
    query: listSystemLogQuery,
    response: listSystemLogResponse,
    errors: [],
    examples: {
      query: { days: 7, outcome: 'failure' },
      response: {
        items: [exampleEvent],
        newest: exampleEvent.cursor,
        oldest: null,
        hasNewer: false,
        hasOlder: false,
        examinedTo: null,
        from: '2026-03-07T09:30:00.000Z',
        until: null,
        keptDays: 400,
      },
    },
  },
  getSystemLogHistogram: {
    summary: 'Count the filtered events by outcome over the range',
    description:
      'By hour for up to 8 days, by day (UTC) for more. A search examines the newest 50,000 events: if there are more, `countedFrom` is the time of the oldest one counted.',
    tag,
    query: getSystemLogHistogramQuery,
    response: systemLogHistogramSchema,
    errors: [],
    examples: {
      query: { days: 1 },
      response: {
        step: 'hour',
        from: '2026-03-13T09:30:00.000Z',
        until: '2026-03-14T09:30:00.000Z',
        countedFrom: null,
        buckets: [{ at: '2026-03-14T09:00:00.000Z', success: 12, failure: 1 }],
      },
    },
  },
  exportSystemLog: {
    summary: 'Export the filtered events as CSV',
    tag,
    query: exportSystemLogQuery,
    response: exportSystemLogResponse,
    errors: [],
    examples: {},
  },
  getSystemEvent: {
    summary: 'Get an event',
    tag,
    params: systemEventParams,
    response: systemEventSchema,
    errors: ['not_found'],
    examples: { params: { cursor: exampleEvent.cursor }, response: exampleEvent },
  },
  listSystemArchives: {
    summary: 'List archived months of the system log, newest first',
    description: 'Months that are no longer in the log, if the operator keeps an archive.',
    tag,
    response: listLogArchivesResponse,
    errors: [],
    examples: { response: { items: [exampleLogArchive] } },
  },
  listArchivedEvents: {
    summary: 'List the events of an archived month, newest first',
    description:
      'Each call examines at most 50,000 events. If there are more, `examinedTo` says how far the call got; continue there with `oldest`.',
    tag,
    params: logArchiveParams,
    query: listArchivedEventsQuery,
    response: listArchivedEventsResponse,
    errors: ['not_found', 'archive_unavailable', 'archive_damaged'],
    examples: {
      params: { archiveId },
      query: { outcome: 'failure' },
      response: {
        items: [exampleEvent],
        newest: exampleEvent.cursor,
        oldest: null,
        hasNewer: false,
        hasOlder: false,
        examinedTo: null,
        from: null,
        until: null,
      },
    },
  },
  downloadSystemArchive: {
    summary: 'Download an archived month of the system log as JSON Lines',
    description:
      'One JSON object per line, newest first, with the names and values of this API. If the file is damaged, the download ends with an error before the damaged part.',
    tag,
    params: logArchiveParams,
    response: exportSystemLogResponse,
    errors: ['not_found', 'archive_unavailable', 'archive_damaged'],
    examples: { params: { archiveId } },
  },
  ingestSystemLog: {
    summary: 'Report events',
    description:
      'For platform services. If one event is invalid, the whole call is refused, and the error names the event by its index (`events.17.occurredAt`). An event sent again counts once. Events can arrive up to 92 days late.',
    tag,
    body: ingestSystemLogBody,
    response: ingestSystemLogResponse,
    errors: ['ingest_tenant_unknown', 'ingest_refused'],
    examples: {
      body: {
        tenantName: 'meridian-re',
        events: [
          {
            eventId: '0199c0de-cccc-7c11-9d59-3b8f5f1c2a44',
            occurredAt: '2026-03-14T09:26:53.589Z',
            kind: 'data_exported',
            outcome: 'success',
            username: 'grace.okafor@meridian-re.example',
            details: { database: 'EDM_2026_Q1' },
          },
        ],
      },
      response: { tenantName: 'meridian-re', received: 1, taken: 1 },
    },
  },
})
