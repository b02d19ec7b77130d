import { customRoleDisabledApplications, customRoleFlags } from '../catalog/products.ts'
import type { FlagName } from '../catalog/flags.ts'
import { findProduct } from '../catalog/index.ts'
import type { Action } from '../catalog/types.ts'

/** Which actions a custom role can include (second specification file, section 6, "Feature flags for custom roles"). */

export type CustomRoleAvailability =
  | { available: true }
  /** The environment excludes the application from custom roles. */
  | { available: false; because: 'application_disabled' }
  | { available: false; because: 'flag_off'; flagName: FlagName }

const disabled: readonly string[] = customRoleDisabledApplications
const flagOfProduct: Readonly<Record<string, FlagName | undefined>> = customRoleFlags

/**
 * A product's actions show only if its flag, if any, is on; actions without entitlements need
 * CustomRolesAdminCenter; all of them need CustomRoles.
 */
export function customRoleAvailability(
  action: Pick<Action, 'applicationName' | 'entitlements'>,
  isOn: (flagName: FlagName) => boolean,
): CustomRoleAvailability {
  if (disabled.includes(action.applicationName)) return { available: false, because: 'application_disabled' }
  const off = (flagName: FlagName): CustomRoleAvailability => ({ available: false, because: 'flag_off', flagName })
  if (!isOn('CustomRoles')) return off('CustomRoles')
  const flags =
    action.entitlements.length > 0 ? action.entitlements.map((code) => flagOfProduct[code]) : ['CustomRolesAdminCenter' as const]
  const [first] = flags
  // For an action with several products, one that is on or has no flag is enough.
  if (first === undefined || flags.some((flagName) => flagName === undefined || isOn(flagName))) return { available: true }
  return off(first)
}

/** The heading of an action in the role editor: its product, or Platform if it has none. */
export function customRoleHeading(action: Pick<Action, 'applicationName' | 'applicationDisplayName' | 'entitlements'>): string {
  const [productCode] = action.entitlements
  if (productCode === undefined) return 'Platform'
  return findProduct(productCode)?.productName ?? action.applicationDisplayName
}
