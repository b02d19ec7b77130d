import { featureFlags } from '../catalogue/flags.ts'
import { actionsOpening, findApp } from '../catalogue/index.ts'
import { permissionFacts } from './apps.ts'
import type { GatheredFacts, Grant, PermissionFacts } from './permission-inputs.ts'
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

interface Wanted extends Partial<Omit<GatheredFacts, 'actions' | 'flags' | 'licences'>> {
  actions?: readonly string[]
  /** Product codes with an application license. */
  products?: readonly string[]
  flags?: Readonly<Record<string, boolean>>
  licences?: GatheredFacts['licences']
  isAdministrator?: boolean
}

/** Facts with the catalogue's flags, plus the given changes. */
export function buildFacts({
  actions = [],
  products = [],
  flags = {},
  licences = [],
  isAdministrator,
  ...rest
}: Wanted = {}): PermissionFacts {
  return permissionFacts({
    asOf,
    roles: [...(actions.length > 0 ? [exampleRole] : []), ...(isAdministrator ? [administratorRole] : [])],
    actions: Object.fromEntries(actions.map((name) => [name, [exampleGrant]])),
    flags: {
      ...Object.fromEntries(featureFlags.map(({ flagName, isEnabled }) => [flagName, { value: isEnabled, source: 'default' as const }])),
      ...Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, { value, source: 'tenant' as const }])),
    },
    licences: [...licences, ...products.map((productCode) => ({ kind: 'application' as const, productCode, endDate: nextYear }))],
    federation: { state: 'INACTIVE', isFederatedLogin: false },
    resourceGroups: {},
    quotas: [],
    ...rest,
  })
}

/** The facts after applying a remedy. */
export function carryOut(remedy: Remedy, facts: PermissionFacts): PermissionFacts {
  const { apps: _, ...gathered } = facts
  switch (remedy.kind) {
    case 'grantAction': {
      const [name = ''] = remedy.actionNames
      return permissionFacts({
        ...gathered,
        actions: { ...gathered.actions, [name]: [exampleGrant] },
        roles: [...gathered.roles, exampleRole],
      })
    }
    case 'revokeAction':
      return permissionFacts({ ...gathered, actions: { ...gathered.actions, [remedy.actionName]: [] } })
    case 'licenseProduct': {
      const [productCode = ''] = remedy.productCodes
      const [kind = 'application'] = remedy.licenceKinds
      return permissionFacts({ ...gathered, licences: [...gathered.licences, { kind, productCode, endDate: nextYear }] })
    }
    case 'turnFlag':
      return permissionFacts({ ...gathered, flags: { ...gathered.flags, [remedy.flagName]: { value: remedy.value, source: 'tenant' } } })
    case 'assignRole':
      return permissionFacts({ ...gathered, roles: [...gathered.roles, administratorRole] })
    case 'assignAnyRole':
      return permissionFacts({ ...gathered, roles: [...gathered.roles, exampleRole] })
    case 'federateLogin':
      return permissionFacts({ ...gathered, federation: { state: 'ACTIVE', isFederatedLogin: true } })
    case 'createResourceGroup':
    case 'joinResourceGroup': {
      const count = Math.max(1, gathered.resourceGroups[remedy.productCode]?.count ?? 0)
      return permissionFacts({ ...gathered, resourceGroups: { ...gathered.resourceGroups, [remedy.productCode]: { count, joined: 1 } } })
    }
    case 'raiseQuota':
      return permissionFacts({
        ...gathered,
        quotas: [...gathered.quotas, { productCode: 'RI-RISKMODELER', quotaName: remedy.quotaName, value: 1 }],
      })
    case 'removeApp': {
      const app = findApp(remedy.appName)
      const opening = app ? actionsOpening(app) : []
      const kept = Object.entries(gathered.actions).filter(([name]) => !opening.includes(name))
      return permissionFacts({ ...gathered, actions: Object.fromEntries(kept) })
    }
  }
}
