import { getTemporaryFile, listTemporaryFiles, openTemporaryFile } from '@steward/contract/exports/endpoints'
import type { TemporaryFile } from '@steward/contract/exports/schemas'
import { api } from '../api/client.ts'
import { endpointQuery, listQuery } from '../api/query.ts'
import { listInput, type FilesSearch } from './search.ts'

/** Tables behind a temporary file. */
export const fileTables = ['temporary_file'] as const

/** The page of the list that a URL asks for. */
export const filesQuery = (search: FilesSearch) => listQuery(listTemporaryFiles, fileTables, { query: listInput(search) })

/** While an export runs it tells how far it is over the websocket; this is for when that is down. */
const refreshMs = 5_000

/** One file, and how far it is. */
export const fileQuery = (fileId: string) => ({
  ...endpointQuery(getTemporaryFile, fileTables, { params: { fileId } }),
  refetchInterval: ({ state: { data } }: { state: { data: TemporaryFile | undefined } }) =>
    data && isUnfinished(data) ? refreshMs : false,
})

export const isUnfinished = ({ status }: Pick<TemporaryFile, 'status'>): boolean => status === 'queued' || status === 'running'

/** Lets the browser save a file by itself, as it arrives: it may be larger than a page can hold. */
export async function saveTemporaryFile({ fileId, fileName }: Pick<TemporaryFile, 'fileId' | 'fileName'>): Promise<void> {
  const { path } = await api(openTemporaryFile, { params: { fileId } })
  const link = document.createElement('a')
  link.href = path
  link.download = fileName
  link.click()
}
