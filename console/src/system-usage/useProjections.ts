import { useQuery } from '@tanstack/react-query'
import type { QuotaUsage } from '@steward/contract/usage/schemas'
import { quotasQuery } from '../licenses/queries.ts'
import { useCan } from '../session/permissions/permissions.ts'

/** The company's quotas of a product by name, with their projections: empty for people who can't read them, undefined while they load. */
export function useProjections(productCode: string): ReadonlyMap<string, QuotaUsage> | undefined {
  const can = useCan()
  const isAllowed = can('Navigation.Licenses') || can('Admin.ViewCompanyQuotas')
  const { data, isLoading, failureCount } = useQuery({ ...quotasQuery, enabled: isAllowed })
  if (isLoading && failureCount === 0) return undefined
  const own = (data?.items ?? []).filter((usage) => usage.productCode === productCode)
  return new Map(own.map((usage) => [usage.quotaName, usage]))
}
