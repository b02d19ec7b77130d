import type { PermissionName } from '../rules/permission-names.ts'

/** The parts of the home page that are read from the server, and who sees which. Each loads and fails on its own. */
export const homeParts = ['attention', 'access', 'changes', 'people', 'quotas', 'failures'] as const
export type HomePart = (typeof homeParts)[number]

/** Alternatives: all permissions of one of these. */
export type Alternatives = readonly (readonly PermissionName[])[]

const permissions: Readonly<Record<HomePart, Alternatives>> = {
  attention: [['Navigation.SideMenu']],
  access: [['Admin.ViewGroups', 'Admin.ViewRoles']],
  changes: [['Navigation.AuditLog']],
  people: [['Admin.ViewUsers']],
  quotas: [['Navigation.Licenses'], ['Admin.ViewCompanyQuotas']],
  failures: [['Navigation.SystemLog'], ['Admin.ManageScimTokens']],
}

/** Whether all permissions of one alternative are granted. */
export const meets = (alternatives: Alternatives, isGranted: (name: PermissionName) => boolean): boolean =>
  alternatives.some((names) => names.every(isGranted))

/** The parts that someone sees. People without the side menu see the applications only (specification 1, section 1). */
export const partsOf = (isGranted: (name: PermissionName) => boolean): HomePart[] =>
  isGranted('Navigation.SideMenu') ? homeParts.filter((part) => meets(permissions[part], isGranted)) : []
