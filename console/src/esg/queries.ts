import { getEsgSettings, listEsgVersions, restoreEsgVersion, saveEsgSettings } from '@steward/contract/esg/endpoints'
import type { EsgSettings } from '@steward/contract/esg/schemas'
import type { EsgWeights } from '@steward/contract/rules/esg'
import { apiWithEtag } from '../api/client.ts'
import { endpointQuery, entityQuery, queryClient } from '../api/query.ts'

const tables = ['esg_version'] as const

/** Weights with the version that was loaded, as ETag. */
export interface VersionedEsg {
  data: EsgSettings
  etag: string | undefined
}

/** The current weights. */
export const esgQuery = entityQuery(getEsgSettings, tables, {})
/** All versions with their weights, newest first, the defaults last. */
export const esgVersionsQuery = endpointQuery(listEsgVersions, tables, {})

/** Loads the current version, bypassing the cache. */
export const readEsgAgain = (): Promise<VersionedEsg> => queryClient.fetchQuery({ ...esgQuery, staleTime: 0 })

function keep({ data, etag }: { data: EsgSettings; etag: string | undefined }): VersionedEsg {
  const saved = { data, etag }
  queryClient.setQueryData(esgQuery.queryKey, saved)
  return saved
}

/** Saves weights on top of version `ifMatch`. */
export const saveEsg = async (body: { weights: EsgWeights; locked: string[]; note: string }, ifMatch: string | undefined) =>
  keep(await apiWithEtag(saveEsgSettings, { body, ifMatch }))

/** Restores a version, on top of version `ifMatch`. */
export const restoreEsg = async (version: number, ifMatch: string | undefined) =>
  keep(await apiWithEtag(restoreEsgVersion, { params: { version }, ifMatch }))
