import { m } from '@steward/contract/paraglide/messages'
import { downloadSystemArchive, listArchivedEvents, listSystemArchives } from '@steward/contract/system-log/endpoints'
import { api } from '../api/client.ts'
import { noting } from '../api/query.ts'
import { archivedQuery } from '../log-archive/queries.ts'
import type { ArchiveSource } from '../log-archive/source.ts'
import { archivedInput } from './queries.ts'
import type { SystemLogSearch } from './search.ts'

export const systemArchive: ArchiveSource = {
  path: '/monitoring/system-log',
  title: m.menu_system_log,
  fileName: 'system-log',
  list: listSystemArchives,
  download: downloadSystemArchive,
}

/** A page of an archived month for a URL. */
export function archivedEventsQuery(search: SystemLogSearch, archiveId: string) {
  const query = archivedInput(search)
  return archivedQuery([listArchivedEvents.id, archiveId, query], async ({ signal, queryKey }) =>
    api(listArchivedEvents, { params: { archiveId }, query, signal }, { onFailure: noting(queryKey) }),
  )
}
