import { apps } from '../catalog/apps.ts'
import { actions, findAction } from '../catalog/index.ts'
import { type ApplicationName, applications } from '../catalog/products.ts'
import type { AccessLevel, App } from '../catalog/types.ts'
import type { LicenseInput } from './permission-inputs.ts'
import { isLicensed } from './licenses.ts'

/** How deep a role's actions reach into an application: the cells of the access map. */

/** From the shallowest to the deepest. */
export const accessDepths = ['view', 'run', 'edit'] as const
export type AccessDepth = (typeof accessDepths)[number]

const depthOfLevel: Readonly<Record<AccessLevel, AccessDepth>> = { View: 'view', Run: 'run', Edit: 'edit', Manage: 'edit' }

/** A column of the access map. */
export interface MappedApplication {
  /** As actions name it (`Action.applicationName`). */
  applicationName: ApplicationName
  /** The name that people open it by: "Enterprise Data Vault" for the actions of `platform`. */
  displayName: string
  /** A license for one of these products makes it available; empty for what every tenant has. */
  productCodes: readonly string[]
}

/** Every application that has actions, in the order of the catalog. */
export const mappedApplications: readonly MappedApplication[] = applications.map(({ applicationName, displayName }) => {
  const own = actions.filter((action) => action.applicationName === applicationName)
  const isOfEveryTenant = own.some((action) => action.entitlements.length === 0)
  return {
    applicationName,
    displayName: apps.find((app: App) => app.actionApplications.includes(applicationName))?.displayName ?? displayName,
    productCodes: isOfEveryTenant ? [] : [...new Set(own.flatMap((action) => action.entitlements))],
  }
})

/** The applications that a tenant has: those of every tenant, and those with a license. */
export const availableApplications = (licenses: readonly LicenseInput[], asOf: string): MappedApplication[] =>
  mappedApplications.filter(
    ({ productCodes }) =>
      productCodes.length === 0 || licenses.some((one) => productCodes.includes(one.productCode) && isLicensed(one, asOf)),
  )

/** The deeper of two; undefined means none. */
export function deeper(one: AccessDepth | undefined, other: AccessDepth | undefined): AccessDepth | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return accessDepths.indexOf(one) > accessDepths.indexOf(other) ? one : other
}

/** The depth of these actions in each application; applications without any are missing. */
export function depthByApplication(actionNames: Iterable<string>): Partial<Record<ApplicationName, AccessDepth>> {
  const depths: Partial<Record<string, AccessDepth>> = {}
  for (const name of actionNames) {
    const action = findAction(name)
    if (!action) continue
    const depth = deeper(depths[action.applicationName], depthOfLevel[action.accessLevel])
    if (depth !== undefined) depths[action.applicationName] = depth
  }
  return depths
}

/** The depth of these actions in each of these applications, in their order; null where they do not reach. */
export function depthsIn(of: readonly MappedApplication[], actionNames: Iterable<string>): (AccessDepth | null)[] {
  const depths = depthByApplication(actionNames)
  return of.map(({ applicationName }) => depths[applicationName] ?? null)
}

/** How deep these actions reach into one application; undefined if not at all. */
export const accessDepth = (actionNames: Iterable<string>, applicationName: ApplicationName): AccessDepth | undefined =>
  depthByApplication(actionNames)[applicationName]
