import { administratorApp, alwaysApp, apps } from '../catalog/apps.ts'
import { actionsOpening } from '../catalog/index.ts'
import type { App } from '../catalog/types.ts'
import type { AppSource, GatheredInputs, Grant, PermissionInputs, RoleInput } from './permission-inputs.ts'
import { hasApplicationLicense } from './licenses.ts'

/** The app list of a user (both specification files, section 6: app access is derived from it). */

/** One grant for each group that brings the role. */
export const grantsOfRole = ({ roleId, roleName, groups }: RoleInput): Grant[] =>
  groups.map(({ groupId, groupName }) => ({ roleId, roleName, groupId, groupName }))

/** The grants of the role Tenant Administrator. */
export const administratorGrants = (roles: readonly RoleInput[]): Grant[] =>
  roles.filter((role) => role.isAdministrator).flatMap(grantsOfRole)

/**
 * The applications a principal can open, with the reasons: always `rms-owl`; those the tenant has a license for and that one
 * of the principal's actions opens; Admin Portal with the role Tenant Administrator.
 */
export function deriveApps(facts: Pick<GatheredInputs, 'actions' | 'roles' | 'licenses' | 'asOf'>): Record<string, AppSource> {
  const derived: Record<string, AppSource> = { [alwaysApp]: { kind: 'always' } }
  const administrator = administratorGrants(facts.roles)
  for (const app of apps) {
    const source = openedByAction(app, facts)
    if (source) derived[app.appName] = source
    else if (app.appName === administratorApp && administrator.length > 0) {
      derived[app.appName] = { kind: 'administrator', grants: administrator }
    }
  }
  return derived
}

function openedByAction(app: App, facts: Pick<GatheredInputs, 'actions' | 'licenses' | 'asOf'>): AppSource | undefined {
  const productCode = app.productCodes.find((code) => hasApplicationLicense(facts.licenses, [code], facts.asOf))
  if (productCode === undefined) return undefined
  for (const actionName of actionsOpening(app)) {
    const grants = facts.actions[actionName]
    if (grants && grants.length > 0) return { kind: 'action', productCode, actionName, grants }
  }
  return undefined
}

/** The facts for evaluating rules: the gathered inputs, and the applications derived from them. */
export const permissionInputs = (gathered: GatheredInputs): PermissionInputs => ({ ...gathered, apps: deriveApps(gathered) })
