import type { Endpoint } from '../http.ts'
import type { listLogArchivesResponse, logArchiveParams } from '../log-fields.ts'
import type {
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
} from './schemas.ts'

/** The system log: sign-ins, mails, exports and other events that change no data (second specification file, section 2). */

const access = { permission: 'Navigation.SystemLog' } as const

export const listSystemLog: Endpoint<{ query: typeof listSystemLogQuery; response: typeof listSystemLogResponse }> = {
  id: 'listSystemLog',
  method: 'GET',
  path: '/monitoring/system-log',
  access,
}

export const getSystemLogHistogram: Endpoint<{ query: typeof getSystemLogHistogramQuery; response: typeof systemLogHistogramSchema }> = {
  id: 'getSystemLogHistogram',
  method: 'GET',
  path: '/monitoring/system-log/histogram',
  access,
}

export const exportSystemLog: Endpoint<{ query: typeof exportSystemLogQuery; response: typeof exportSystemLogResponse }> = {
  id: 'exportSystemLog',
  method: 'GET',
  path: '/monitoring/system-log/export',
  access,
  media: { response: 'text/csv' },
}

export const getSystemEvent: Endpoint<{ params: typeof systemEventParams; response: typeof systemEventSchema }> = {
  id: 'getSystemEvent',
  method: 'GET',
  path: '/monitoring/system-log/events/{cursor}',
  access,
}

export const listSystemArchives: Endpoint<{ response: typeof listLogArchivesResponse }> = {
  id: 'listSystemArchives',
  method: 'GET',
  path: '/monitoring/system-log/archives',
  access,
}

export const listArchivedEvents: Endpoint<{
  params: typeof logArchiveParams
  query: typeof listArchivedEventsQuery
  response: typeof listArchivedEventsResponse
}> = {
  id: 'listArchivedEvents',
  method: 'GET',
  path: '/monitoring/system-log/archives/{archiveId}/events',
  access,
  pace: 'long',
}

export const downloadSystemArchive: Endpoint<{ params: typeof logArchiveParams; response: typeof exportSystemLogResponse }> = {
  id: 'downloadSystemArchive',
  method: 'GET',
  path: '/monitoring/system-log/archives/{archiveId}/lines',
  access,
  media: { response: 'application/jsonl' },
}

export const ingestSystemLog: Endpoint<{ body: typeof ingestSystemLogBody; response: typeof ingestSystemLogResponse }> = {
  id: 'ingestSystemLog',
  method: 'PUT',
  path: '/monitoring/system-log/ingest',
  access: { service: 'system-log' },
  largestBodyBytes: 4 * 1024 * 1024,
}
