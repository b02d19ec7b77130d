import { getTemporaryFile, listTemporaryFiles, openTemporaryFile } from '@steward/contract/exports/endpoints'
import type { TemporaryFile } from '@steward/contract/exports/schemas'
import { api } from '../api/client.ts'
import { endpointQuery, listQuery } from '../api/query.ts'
import { listInput, type FilesSearch } from './search.ts'

/** Database tables behind a temporary file. */
export const fileTables = ['temporary_file'] as const

/** The page of the list for a URL. */
export const filesQuery = (search: FilesSearch) => listQuery(listTemporaryFiles, fileTables, { query: listInput(search) })

/** Polling fallback: the websocket reports the progress of a running export unless it is down. */
const refreshMs = 5_000

/** One file and its progress. */
export const fileQuery = (fileId: string) => ({
  ...endpointQuery(getTemporaryFile, fileTables, { params: { fileId } }),
  refetchInterval: ({ state: { data } }: { state: { data: TemporaryFile | undefined } }) =>
    data && isUnfinished(data) ? refreshMs : false,
})

export const isUnfinished = ({ status }: Pick<TemporaryFile, 'status'>): boolean => status === 'queued' || status === 'running'

/** Streams the download through the browser, because the file can be too large for the page's memory. */
export async function saveTemporaryFile({ fileId, fileName }: Pick<TemporaryFile, 'fileId' | 'fileName'>): Promise<void> {
  const { path } = await api(openTemporaryFile, { params: { fileId } })
  const link = document.createElement('a')
  link.href = path
  link.download = fileName
  link.click()
}
