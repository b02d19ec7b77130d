import { useQuery } from '@tanstack/react-query'
import { usePermission } from '../session/permissions/permissions.ts'
import { dataEntitlementsQuery, tenantAppsQuery } from './queries.ts'

/** When the last license of a product expires, of its application or its data; both were loaded on entry. Undefined if unknown. */
export function useLicenseEnd(productCode: string): string | undefined {
  const enabled = usePermission('Admin.ViewSystemUsage')
  const apps = useQuery({ ...tenantAppsQuery, enabled }).data ?? []
  const entitlements = useQuery({ ...dataEntitlementsQuery, enabled }).data?.items ?? []
  return [
    ...apps.filter((app) => app.productCodes.includes(productCode)).map((app) => app.endDate),
    ...entitlements.filter((entitlement) => entitlement.productCode === productCode).map((entitlement) => entitlement.endDate),
  ]
    .toSorted()
    .at(-1)
}
