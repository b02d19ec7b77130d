import { featureFlags } from '../catalog/flags.ts'
import { actionsOpening, findApp } from '../catalog/index.ts'
import { permissionInputs } from './apps.ts'
import type { GatheredInputs, Grant, PermissionInputs } from './permission-inputs.ts'
import { administratorRoleName } from './name-rules.ts'
import type { Remedy } from './remedies.ts'

/** Facts for tests: a user without roles in a tenant without licenses, and helpers that add to them. */

export const asOf = '2026-06-01T12:00:00.000Z'
export const nextYear = '2027-06-01T12:00:00.000Z'
export const lastYear = '2025-06-01T12:00:00.000Z'

export const exampleGrant: Grant = {
  roleId: 'role-1',
  roleName: 'Currency steward',
  groupId: 'group-1',
  groupName: 'Treaty desk',
}
const exampleRole = {
  roleId: exampleGrant.roleId,
  roleName: exampleGrant.roleName,
  isAdministrator: false,
  groups: [{ groupId: exampleGrant.groupId, groupName: exampleGrant.groupName }],
}
const administratorRole = { ...exampleRole, roleId: 'role-2', roleName: administratorRoleName, isAdministrator: true }

interface Wanted extends Partial<Omit<GatheredInputs, 'actions' | 'flags' | 'licenses'>> {
  actions?: readonly string[]
  /** Product codes with an application license. */
  products?: readonly string[]
  flags?: Readonly<Record<string, boolean>>
  licenses?: GatheredInputs['licenses']
  isAdministrator?: boolean
}

/** Facts with the catalog's flags, plus the given changes. */
export function buildPermissionInputs({
  actions = [],
  products = [],
  flags = {},
  licenses = [],
  isAdministrator,
  ...rest
}: Wanted = {}): PermissionInputs {
  return permissionInputs({
    asOf,
    roles: [...(actions.length > 0 ? [exampleRole] : []), ...(isAdministrator ? [administratorRole] : [])],
    actions: Object.fromEntries(actions.map((name) => [name, [exampleGrant]])),
    flags: {
      ...Object.fromEntries(featureFlags.map(({ flagName, isEnabled }) => [flagName, { value: isEnabled, source: 'default' as const }])),
      ...Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, { value, source: 'tenant' as const }])),
    },
    licenses: [...licenses, ...products.map((productCode) => ({ kind: 'application' as const, productCode, endDate: nextYear }))],
    federation: { state: 'INACTIVE', isFederatedLogin: false },
    resourceGroups: {},
    quotas: [],
    ...rest,
  })
}

/** The facts after applying a remedy, by its first choice. */
export function carryOut(remedy: Remedy, facts: PermissionInputs): PermissionInputs {
  const { apps: _, ...gathered } = facts
  switch (remedy.kind) {
    case 'grantAction': {
      const [name = ''] = remedy.actionNames
      return permissionInputs({
        ...gathered,
        actions: { ...gathered.actions, [name]: [exampleGrant] },
        roles: [...gathered.roles, exampleRole],
      })
    }
    case 'revokeAction':
      return permissionInputs({ ...gathered, actions: { ...gathered.actions, [remedy.actionName]: [] } })
    case 'licenseProduct': {
      const [productCode = ''] = remedy.productCodes
      const [kind = 'application'] = remedy.licenseKinds
      return permissionInputs({ ...gathered, licenses: [...gathered.licenses, { kind, productCode, endDate: nextYear }] })
    }
    case 'turnFlag':
      return permissionInputs({ ...gathered, flags: { ...gathered.flags, [remedy.flagName]: { value: remedy.value, source: 'tenant' } } })
    case 'assignRole':
      return permissionInputs({ ...gathered, roles: [...gathered.roles, administratorRole] })
    case 'assignAnyRole':
      return permissionInputs({ ...gathered, roles: [...gathered.roles, exampleRole] })
    case 'federateLogin':
      return permissionInputs({ ...gathered, federation: { state: 'ACTIVE', isFederatedLogin: true } })
    case 'createResourceGroup':
    case 'joinResourceGroup': {
      const count = Math.max(1, gathered.resourceGroups[remedy.productCode]?.count ?? 0)
      return permissionInputs({ ...gathered, resourceGroups: { ...gathered.resourceGroups, [remedy.productCode]: { count, joined: 1 } } })
    }
    case 'raiseQuota':
      return permissionInputs({
        ...gathered,
        quotas: [...gathered.quotas, { productCode: 'RI-RISKMODELER', quotaName: remedy.quotaName, value: 1 }],
      })
    case 'removeApp': {
      const app = findApp(remedy.appName)
      const opening = app ? actionsOpening(app) : []
      const kept = Object.entries(gathered.actions).filter(([name]) => !opening.includes(name))
      return permissionInputs({ ...gathered, actions: Object.fromEntries(kept) })
    }
  }
}
