import { m } from '@steward/contract/paraglide/messages'
import { usePermission } from '../../session/permissions/permissions.ts'

/** Why the user cannot create or change currencies; undefined if they can. */
export const useEditReason = (): string | undefined => (usePermission('Admin.EditCurrencies') ? undefined : m.currencies_edit_reason())
