import { useQuery } from '@tanstack/react-query'
import type { CallInput } from '@steward/contract/http'
import { deleteVintage, listVintages, saveVintage } from '@steward/contract/reference-data/currencies'
import type { CurrencyScheme, Vintage } from '@steward/contract/reference-data/currencies-schemas'
import { compareVintages } from '@steward/contract/reference-data/rates'
import { api } from '../../api/client.ts'
import { endpointQuery, listQuery } from '../../api/query.ts'
import { schemeQuery, schemeTables } from '../schemes/queries.ts'
import { newRow } from '../shared/alreadyExists.ts'
import { etagOf } from '../shared/single.ts'
import { orderOf, quoted, windowOf } from '../shared/where.ts'
import { defaultVintageSort, vintageSortFields, type SchemeSearch } from './search.ts'

/** A vintage by its names, as in the URL. */
export interface VintageKey {
  scheme: string
  vintage: string
}

/** The page of a scheme's vintages for a URL. */
export function vintagesQuery(scheme: string, search: SchemeSearch) {
  const conditions = [
    `currencySchemeCode = ${quoted(scheme)}`,
    ...(search.status === undefined ? [] : [`status = ${quoted(search.status)}`]),
    ...(search.q === undefined ? [] : [`vintage LIKE ${quoted(`*${search.q}*`)}`]),
  ]
  return listQuery(listVintages, schemeTables, {
    query: {
      ...windowOf(search),
      ...orderOf(search.sort ?? defaultVintageSort, vintageSortFields, 'createdAt'),
      where: conditions.join(' AND '),
    },
  })
}

/** One vintage, as a list of one; empty if no vintage has this name. */
export const vintageQuery = ({ scheme, vintage }: VintageKey) =>
  endpointQuery(listVintages, schemeTables, {
    query: { where: `currencySchemeCode = ${quoted(scheme)} AND vintage = ${quoted(vintage)}`, limit: 1 },
  })

/** All vintages of a scheme, the newest first, to choose from. */
export const allVintagesQuery = (scheme: string) =>
  endpointQuery(listVintages, schemeTables, {
    query: { where: `currencySchemeCode = ${quoted(scheme)}`, limit: 0, sort: 'createdAt', sortOrder: 'desc' },
  })

/** The vintage; undefined while it loads and if it doesn't exist. */
export const useVintage = (key: VintageKey): Vintage | undefined => useQuery(vintageQuery(key)).data?.items[0]

/** The scheme; undefined while it loads and if it doesn't exist. */
export const useScheme = (scheme: string): CurrencyScheme | undefined => useQuery(schemeQuery(scheme)).data?.items[0]

interface Comparison {
  base?: string | undefined
  /** The smallest move in percent that counts. */
  percent: number
  /** Rows of differences per page. */
  limit: number
  page?: number | undefined
}

/** What differs between a vintage and another one, or the one published before it. */
export const comparisonQuery = ({ scheme, vintage }: VintageKey, { base, percent, limit, page = 1 }: Comparison) =>
  listQuery(compareVintages, schemeTables, {
    query: { currencySchemeCode: scheme, vintage, base, minimumMovePercent: percent, limit, offset: (page - 1) * limit },
  })

/** Creates a draft; refused if the scheme has a vintage of this name. */
export const createDraft = (key: VintageKey, sourceName: string | undefined): Promise<Vintage> =>
  api(saveVintage, { body: draft(key, sourceName), ifMatch: newRow })

export const draft = ({ scheme, vintage }: VintageKey, sourceName: string | undefined): CallInput<typeof saveVintage>['body'] => [
  { currencySchemeCode: scheme, vintage, sourceName, status: 'Draft' },
]

/** Publishes a draft in the version that was reviewed; refused if it changed since. */
export const publishVintage = (reviewed: Vintage): Promise<Vintage> => {
  const { currencySchemeCode, vintage } = reviewed
  return api(saveVintage, { body: [{ currencySchemeCode, vintage, status: 'Published' }], ifMatch: etagOf(reviewed) })
}

export const removeDraft = (draft: Vintage): Promise<void> => {
  const { currencySchemeCode, vintage } = draft
  return api(deleteVintage, { params: { currencySchemeCode, vintage }, ifMatch: etagOf(draft) })
}
