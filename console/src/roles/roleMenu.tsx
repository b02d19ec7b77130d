import { Copy, Trash2 } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import type { Role } from '@steward/contract/roles/schemas'
import type { MenuAction } from '../ui/overlay/Menu.tsx'
import { editReason, reservedReason } from './permissions.ts'

/** Actions for a role, in the table's row and in the role's record. */
export function roleMenu(
  role: Role,
  { mayEdit, onDelete, onDuplicate }: { mayEdit: boolean; onDelete: (roles: readonly Role[]) => void; onDuplicate: (role: Role) => void },
): MenuAction[] {
  const reason = editReason(mayEdit)
  return [
    { label: m.roles_duplicate(), icon: <Copy />, disabledReason: reason, onSelect: () => onDuplicate(role) },
    {
      label: m.roles_delete(),
      icon: <Trash2 />,
      danger: true,
      disabledReason: reason ?? reservedReason(role),
      onSelect: () => onDelete([role]),
    },
  ]
}
