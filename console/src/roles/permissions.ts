import { m } from '@steward/contract/paraglide/messages'
import type { Role } from '@steward/contract/roles/schemas'
import { unchangeable } from '../session/permissions/permissions.ts'

/** Why the user cannot edit roles; undefined if they can. */
export const editReason = (mayEdit: boolean): string | undefined => (mayEdit ? undefined : unchangeable(m.roles_edit_reason()))

/** Why a role cannot be changed or deleted. */
export const reservedReason = (role: Role): string | undefined =>
  role.isReserved ? m.error_role_reserved({ roleName: role.roleName }) : undefined
