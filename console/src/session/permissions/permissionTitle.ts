import { featureFlags } from '@steward/contract/catalog/flags'
import { catalogText } from '@steward/contract/catalog/texts'
import { m } from '@steward/contract/paraglide/messages'
import { permissionLabel } from './permissionLabel.ts'

/** What permissions are for, in the order in which they are listed. */
export const permissionKinds = ['application', 'administration', 'menu', 'monitoring', 'feature'] as const
export type PermissionKind = (typeof permissionKinds)[number]

const kindsByArea: Readonly<Record<string, PermissionKind>> = {
  AppAccess: 'application',
  Navigation: 'menu',
  Monitoring: 'monitoring',
  FeatureFlags: 'feature',
}

export const permissionKind = (name: string): PermissionKind => kindsByArea[name.split('.')[0] ?? ''] ?? 'administration'

/** "View users", "Risk Modeler", "API monitoring page": a permission's label among others of its kind. */
export function permissionName(name: string): string {
  const flag = featureFlags.find(({ flagName }) => name === `FeatureFlags.${flagName}`)
  return flag ? catalogText(flag.description) : permissionLabel(name)
}

const titles: Record<PermissionKind, (label: string) => string> = {
  application: (app) => m.access_open_app({ app }),
  administration: (label) => label,
  menu: (what) => m.access_menu({ what }),
  monitoring: (what) => m.access_monitoring({ what }),
  feature: (feature) => m.access_feature({ feature }),
}

/** "View users", "Application: Risk Modeler": a permission's label among others. */
export const permissionTitle = (name: string): string => titles[permissionKind(name)](permissionName(name))
