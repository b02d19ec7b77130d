import { Trash2, UserCheck, UserX } from 'lucide-react'
import type { Group } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import type { MenuAction } from '../ui/overlay/Menu.tsx'
import { refusal, type BulkAction } from './bulkActions.ts'
import { editReason } from './permissions.ts'

/** A group's actions, for the menu of its table row and of its panel. */
export function groupMenu(group: Group, { mayEdit, start }: { mayEdit: boolean; start: (action: BulkAction) => void }): MenuAction[] {
  const reason = editReason(mayEdit)
  const groups = [group]
  return [
    group.status === 'Disabled'
      ? { label: m.groups_enable(), icon: <UserCheck />, disabledReason: reason, onSelect: () => start({ kind: 'enable', groups }) }
      : {
          label: m.groups_disable(),
          icon: <UserX />,
          disabledReason: reason ?? refusal('disable', group),
          onSelect: () => start({ kind: 'disable', groups }),
        },
    {
      label: m.groups_delete(),
      icon: <Trash2 />,
      danger: true,
      disabledReason: reason ?? refusal('delete', group),
      onSelect: () => start({ kind: 'delete', groups }),
    },
  ]
}
