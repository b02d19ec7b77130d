import { getRateUpload, listRateUploads } from '@steward/contract/reference-data/rates'
import type { RateUpload, UploadStatus } from '@steward/contract/reference-data/rates-schemas'
import { endpointQuery } from '../../api/query.ts'
import type { VintageKey } from '../vintages/queries.ts'

/** Database tables behind an upload. */
export const uploadTables = ['rate_upload', 'currency_vintage'] as const

/** Polling fallback: the websocket reports the progress of an upload unless it is down. */
const refreshMs = 3_000

/** The newest uploads of a vintage, each with its first refused lines. */
export const uploadsQuery = ({ scheme, vintage }: VintageKey) => ({
  ...endpointQuery(listRateUploads, uploadTables, { query: { currencySchemeCode: scheme, vintage, limit: 20 } }),
  refetchInterval: ({ state: { data } }: { state: { data: { items: RateUpload[] } | undefined } }) =>
    data?.items.some(isRunning) ? refreshMs : false,
})

/** One upload, with up to a thousand refused lines. */
export const uploadQuery = (uploadId: string) => endpointQuery(getRateUpload, uploadTables, { params: { uploadId } })

const running: ReadonlySet<UploadStatus> = new Set(['receiving', 'queued', 'reading', 'storing'])

export const isRunning = ({ status }: Pick<RateUpload, 'status'>): boolean => running.has(status)
