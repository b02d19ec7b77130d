import { listApplicationLicenses, listDataEntitlements, listModelEntitlements } from '@steward/contract/licenses/endpoints'
import { getQuotaUsage } from '@steward/contract/usage/endpoints'
import { endpointQuery, listQuery, queryClient } from '../api/query.ts'
import { pageQuery, sortFrom } from '../ui/table/search.ts'
import type { LicensesSearch, LicenseType } from './search.ts'

/** All application licenses: at most one per package. */
export const applicationsQuery = endpointQuery(listApplicationLicenses, ['application_license'], { query: { limit: 500 } })

export const defaultSort = 'productName'
const dataSorts = ['productName', 'productCode', 'endDate'] as const
const modelSorts = ['productName', 'continent', 'peril', 'productCode', 'endDate'] as const
const filterOf = ({ q, state }: LicensesSearch) => ({ search: q, state })

/** The page of data entitlements for a URL. */
export const dataQuery = (search: LicensesSearch) =>
  listQuery(listDataEntitlements, ['data_entitlement'], {
    query: { ...pageQuery(search), ...filterOf(search), sort: sortFrom(search.sort, dataSorts, defaultSort) },
  })

/** The page of model entitlements for a URL. */
export const modelsQuery = (search: LicensesSearch) =>
  listQuery(listModelEntitlements, ['model_entitlement'], { query: modelsInput(search) })

export const modelsInput = (search: LicensesSearch) => ({
  ...pageQuery(search),
  ...filterOf(search),
  sort: sortFrom(search.sort, modelSorts, defaultSort),
})

/** Quotas and their usage, refetched with every batch of readings. */
export const quotasQuery = endpointQuery(getQuotaUsage, ['company_quota', 'usage_hour'], {})

/** Starts loading a tab's data. */
export function prefetchLicenses(type: LicenseType, search: LicensesSearch): void {
  if (type === 'applications') void queryClient.prefetchQuery(applicationsQuery)
  else if (type === 'data') void queryClient.prefetchQuery(dataQuery(search))
  else if (type === 'models') void queryClient.prefetchQuery(modelsQuery(search))
  else void queryClient.prefetchQuery(quotasQuery)
}
