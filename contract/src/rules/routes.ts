import type { PermissionName } from './permission-names.ts'
import { availableResourceGroupProducts, type ResourceGroupProduct, resourceGroupProducts } from './resource-group-products.ts'

/** The routes of the console below `/home` (both specification files, section 2) and their permissions. */

export interface ConsoleRoute<Path extends string = string> {
  /** `{name}` matches one segment. */
  path: Path
  /** Reachable without a session. */
  isPublic?: boolean
  /** All of these must be granted, or the user is redirected to /401; if empty, any signed-in user. */
  permissions: readonly PermissionName[]
}

function route<Path extends string>(path: Path, ...permissions: PermissionName[]): ConsoleRoute<Path> {
  return { path, permissions }
}

const publicRoute = <Path extends string>(path: Path): ConsoleRoute<Path> => ({ path, isPublic: true, permissions: [] })

const declaredRoutes = [
  route('/'),
  publicRoute('/401'),
  publicRoute('/404'),
  route('/change-password'),
  route('/launchpad', 'Navigation.Launchpad'),
  route('/download'),
  route('/esg-score-customization', 'Navigation.ESGScoreCustomization'),
  route('/notification-settings'),
  route('/open-model-engine/nasdaq', 'Navigation.OpenModelEngineNasdaq'),

  publicRoute('/login'),
  publicRoute('/login/forgot-password'),
  publicRoute('/login/reset-password'),
  publicRoute('/login/set-password'),

  route('/company/company-licenses', 'Navigation.Licenses'),
  route('/company/company-licenses/{type}', 'Navigation.Licenses'),
  route('/company/scim-management', 'Navigation.ScimManagement'),
  route('/company/sso', 'Navigation.SingleSignOn'),

  route('/configurations/tenant-settings', 'Navigation.TenantSettings'),

  route('/developer-administration/access-credentials', 'Navigation.APIKeyManagement'),
  route('/developer-administration/api-monitoring', 'Navigation.ApiMonitoringWithFeatureFlags'),
  route('/developer-administration/tempData', 'Navigation.TemporaryData'),

  route('/monitoring/audit-log', 'Navigation.AuditLog'),
  route('/monitoring/internal-preview', 'Navigation.InternalPreview'),
  route('/monitoring/job-log', 'Navigation.JobLog'),
  route('/monitoring/system-log', 'Navigation.SystemLog'),
  route('/monitoring/system-usage', 'Navigation.SystemUsage'),
  route('/monitoring/system-usage/{app}', 'Navigation.SystemUsage'),

  route('/reference-data/currencies', 'Navigation.ReferenceData'),
  route('/reference-data/currencies/currency', 'Navigation.ReferenceData', 'Navigation.CurrencyManagement'),
  route('/reference-data/currencies/currency/new', 'Navigation.ReferenceData', 'Admin.EditCurrencies'),
  route('/reference-data/currencies/currency-schemes', 'Navigation.ReferenceData', 'Navigation.CurrencySchemeManagement'),
  route('/reference-data/currencies/currency-schemes/new', 'Navigation.ReferenceData', 'Admin.EditCurrencySchemes'),
  route('/reference-data/currencies/currency-schemes/{scheme}', 'Navigation.ReferenceData', 'Navigation.CurrencySchemeManagement'),
  route('/reference-data/currencies/currency-schemes/{scheme}/new', 'Navigation.ReferenceData', 'Admin.EditCurrencySchemes'),
  route(
    '/reference-data/currencies/currency-schemes/{scheme}/{version}',
    'Navigation.ReferenceData',
    'Navigation.CurrencySchemeManagement',
  ),
  route('/reference-data/data-tags', 'Navigation.DataTags'),

  route('/user-administration/users', 'Navigation.UserManagement'),
  // Not in the specification: why a user has access or not.
  route('/user-administration/access', 'Navigation.UserManagement'),
  route('/user-administration/groups', 'Navigation.GroupManagement'),
  route('/user-administration/roles', 'Navigation.RoleManagementWithFeatureFlags'),
  route('/user-administration/resource-groups', 'Navigation.UserAdministration', 'Admin.EditGroups', 'Navigation.ResourceGroupsManagement'),
  route(
    '/user-administration/resource-groups/{app}',
    'Navigation.UserAdministration',
    'Admin.EditGroups',
    'Navigation.ResourceGroupsManagement',
  ),
]

export type ConsolePath = (typeof declaredRoutes)[number]['path']

/** Title, icon and menu entry of each are in `console/src/pages/pages.ts`. */
export const consoleRoutes: readonly ConsoleRoute<ConsolePath>[] = declaredRoutes

/** The products of system usage by the last part of their route, and what shows each. */
export const systemUsageProducts = [
  { tab: 'risk-modeler', productCode: 'RI-RISKMODELER', permission: 'Monitoring.RiskModeler' },
  { tab: 'data-bridge', productCode: 'IC-DATABRIDGE', permission: 'Monitoring.DataBridge' },
  { tab: 'location-intelligence', productCode: 'DATAAPI-LOCINTEL', permission: 'Monitoring.LocationIntelligence' },
  { tab: 'exposure-iq', productCode: 'RI-EXPOSUREIQ', permission: 'Monitoring.ExposureIQ' },
  { tab: 'climate-on-demand', productCode: 'RI-COD-STN', permission: 'Monitoring.ClimateOnDemand' },
  { tab: 'platform', productCode: 'RI-DATAVAULT', permission: 'Monitoring.EnterpriseDataVault' },
] as const satisfies readonly { tab: string; productCode: string; permission: PermissionName }[]

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')
const isParameter = (segment: string): boolean => segment.startsWith('{')

// Fixed segments before parameters, so that `…/new` is not read as a version; deeper routes before their parents.
const patterns = consoleRoutes
  .map((declared) => ({ declared, segments: segmentsOf(declared.path) }))
  .sort((a, b) => b.segments.length - a.segments.length || parameterCount(a.segments) - parameterCount(b.segments))

function parameterCount(segments: readonly string[]): number {
  return segments.filter(isParameter).length
}

/**
 * The route of a console path: its own, or the nearest parent (a user's page belongs to the users).
 * Undefined if the specification has no such route: the not-found page.
 * @param path below `/home`, without query and hash
 */
export function routeOf(path: string): ConsoleRoute | undefined {
  const given = segmentsOf(path)
  if (given.length === 0) return consoleRoutes[0]
  return patterns.find(
    ({ segments }) =>
      segments.length > 0 &&
      segments.length <= given.length &&
      segments.every((segment, index) => isParameter(segment) || segment === given[index]),
  )?.declared
}

/** Whether a console path is public: the public routes, and unknown paths (the not-found page). */
export function isPublicPath(path: string): boolean {
  const found = routeOf(path)
  return found === undefined || found.isPublic === true
}

/**
 * The permission that a signed-in user lacks for a console path: the user is redirected to /401
 * (first specification file, section 2). Undefined if nothing is missing, and if there is no such page.
 */
export function missingPermission(path: string, isGranted: (name: PermissionName) => boolean): PermissionName | undefined {
  const found = routeOf(path)
  return found?.permissions.find((name) => !isGranted(name)) ?? (found === undefined ? undefined : missingForTab(found, path, isGranted))
}

/** The same for the product tab in a path. */
function missingForTab(found: ConsoleRoute, path: string, isGranted: (name: PermissionName) => boolean): PermissionName | undefined {
  const tab = tabOf(found, path)
  if (tab === undefined) return undefined
  if (isUsage(found)) {
    const product = systemUsageProducts.find((one) => one.tab === tab)
    return product === undefined || isGranted(product.permission) ? undefined : product.permission
  }
  const product: ResourceGroupProduct | undefined = resourceGroupProducts.find((one) => one.tab === tab)
  if (product === undefined || isAvailable(tab, isGranted)) return undefined
  const flag = product.flagName === undefined ? undefined : (`FeatureFlags.${product.flagName}` as const)
  return flag !== undefined && !isGranted(flag) ? flag : (product.permissions[0] ?? 'Navigation.ResourceGroupsManagement')
}

/** Whether a signed-in user can open a console path; false if there is no such page. */
export function mayOpen(path: string, isGranted: (name: PermissionName) => boolean): boolean {
  const found = routeOf(path)
  if (found === undefined || missingPermission(path, isGranted) !== undefined) return false
  const tab = tabOf(found, path)
  return tab === undefined || (isUsage(found) ? systemUsageProducts : resourceGroupProducts).some((product) => product.tab === tab)
}

const isUsage = (route: ConsoleRoute): boolean => route.path.startsWith('/monitoring/')

function tabOf(route: ConsoleRoute, path: string): string | undefined {
  return route.path.endsWith('/{app}') ? segmentsOf(path)[segmentsOf(route.path).length - 1] : undefined
}

function isAvailable(tab: string, isGranted: (name: PermissionName) => boolean): boolean {
  return availableResourceGroupProducts(resourceGroupProducts, isGranted).some((product) => product.tab === tab)
}
