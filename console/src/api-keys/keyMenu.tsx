import { CircleStop, RefreshCw, Trash2 } from 'lucide-react'
import type { ApiKey } from '@steward/contract/api-keys/schemas'
import { m } from '@steward/contract/paraglide/messages'
import type { MenuAction } from '../ui/overlay/Menu.tsx'
import type { KeyActions } from './useKeyActions.tsx'
import { editReason } from './labels.ts'

/** Actions for a key, in the table's row and in the key's record. */
export function keyMenu(key: ApiKey, mayEdit: boolean, actions: KeyActions): MenuAction[] {
  const disabledReason = editReason(mayEdit)
  return [
    { label: m.keys_regenerate(), icon: <RefreshCw />, disabledReason, onSelect: () => actions.regenerate(key) },
    ...(key.previous
      ? [{ label: m.keys_previous_end(), icon: <CircleStop />, disabledReason, onSelect: () => actions.endPrevious(key) }]
      : []),
    { label: m.keys_delete(), icon: <Trash2 />, danger: true, disabledReason, onSelect: () => actions.delete([key]) },
  ]
}
