import { m } from '@steward/contract/paraglide/messages'

/** Why keys cannot be changed; undefined when they can. */
export const editReason = (mayEdit: boolean): string | undefined => (mayEdit ? undefined : m.keys_edit_permission())
