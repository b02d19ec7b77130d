import type { FlagName } from '../catalog/flags.ts'
import type { ProductCode } from '../catalog/products.ts'
import type { PermissionName } from './permission-names.ts'

/** The products that have resource groups, by tab (second specification file, section 2, "Resource-group tabs"). */

export interface ResourceGroupProduct {
  /** The last segment of the route, `/user-administration/resource-groups/{app}`. */
  tab: string
  productCode: ProductCode
  flagName?: FlagName
  /** One of these must be granted … */
  permissions: readonly PermissionName[]
  /** … unless the product is visible to everyone. */
  isVisible?: boolean
}

const dataAdminTab = 'data-admin'

export const resourceGroupProducts = [
  {
    tab: 'platform',
    productCode: 'RI-DATAVAULT',
    flagName: 'EnterpriseDataVault',
    permissions: ['AppAccess.enterpriseDataVault'],
  },
  { tab: 'risk-modeler', productCode: 'RI-RISKMODELER', permissions: ['AppAccess.rlax'] },
  { tab: 'underwriter-iq', productCode: 'RI-UNDERWRITEIQ', permissions: ['AppAccess.underwriteiq'] },
  {
    tab: 'exposure-iq',
    productCode: 'RI-EXPOSUREIQ',
    permissions: ['AppAccess.exposureIq', 'AppAccess.exposureIqAddon'],
  },
  { tab: 'treaty-iq', productCode: 'RI-TREATYIQ', permissions: ['AppAccess.treatyIqV2'] },
  { tab: dataAdminTab, productCode: 'RI-DATAADMIN', permissions: [], isVisible: true },
  {
    tab: 'climate-on-demand',
    productCode: 'RI-COD-STN',
    flagName: 'ResourceGroupsClimateOnDemand',
    permissions: ['AppAccess.climateOnDemand'],
  },
] as const satisfies readonly ResourceGroupProduct[]

/**
 * The products whose resource groups a principal can see (second specification file, section 5): those whose app
 * permission is granted (or that are visible to everyone) and whose flag is on. If none remain, or only data-admin,
 * remains, there are none; if no remaining product has an app permission granted, data-admin is dropped.
 */
export function availableResourceGroupProducts<P extends ResourceGroupProduct>(
  products: readonly P[],
  isGranted: (name: PermissionName) => boolean,
): P[] {
  const hasApp = (product: P) => product.permissions.some(isGranted)
  const remaining = products.filter(
    (product) =>
      (product.isVisible === true || hasApp(product)) && (product.flagName === undefined || isGranted(`FeatureFlags.${product.flagName}`)),
  )
  const isDataAdmin = (product: P) => product.tab === dataAdminTab
  if (remaining.every(isDataAdmin)) return []
  return remaining.some(hasApp) ? remaining : remaining.filter((product) => !isDataAdmin(product))
}
