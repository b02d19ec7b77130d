import { m } from '@steward/contract/paraglide/messages'
import type { CurrencyScheme } from '@steward/contract/reference-data/currencies-schemas'
import { usePermission } from '../../session/permissions/permissions.ts'

/** Why the user cannot create or change schemes; undefined if they can. */
export const useEditReason = (): string | undefined => (usePermission('Admin.EditCurrencySchemes') ? undefined : m.schemes_edit_reason())

/** Why a scheme can't be deactivated. */
export const deactivateReason = ({ isDefault }: CurrencyScheme): string | undefined => (isDefault ? m.schemes_default_active() : undefined)

/** Why a scheme can't become the default. */
export function defaultReason({ isActive, isDefault }: CurrencyScheme): string | undefined {
  if (isDefault) return m.schemes_default_already()
  return isActive ? undefined : m.error_default_scheme_inactive()
}
