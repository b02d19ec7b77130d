import { type ConsolePage, declaredPages } from './pages.ts'
import type { PermissionName } from './permission-names.ts'
import { availableResourceGroupProducts, type ResourceGroupProduct, resourceGroupProducts } from './resource-group-products.ts'

/** Which page a path of the console leads to, and what it needs; the pages themselves are declared in `pages.ts`. */

export type ConsolePath = Extract<(typeof declaredPages)[number], ConsolePage>['path']
export type ConsoleRoute<Path extends string = string> = ConsolePage<Path>

export const consoleRoutes: readonly ConsoleRoute<ConsolePath>[] = declaredPages.filter((page) => 'path' in page)

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
