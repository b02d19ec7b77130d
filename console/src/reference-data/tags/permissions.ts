import { m } from '@steward/contract/paraglide/messages'
import { usePermission } from '../../session/permissions/permissions.ts'

/** Why the user cannot create or change tags; undefined if they can. */
export const useEditReason = (): string | undefined => (usePermission('Admin.EditTags') ? undefined : m.tags_edit_reason())
