import { CircleCheck, CircleDashed } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { Button } from '../../ui/form/Button.tsx'
import type { MenuAction } from '../../ui/overlay/Menu.tsx'
import { directionOf, type Activatable, type StatusChange } from './useStatusChange.tsx'

/** Activates or deactivates one item, from its row or its panel. */
export function statusAction<Item extends Activatable>(item: Item, status: StatusChange<Item>, reason: string | undefined): MenuAction {
  return item.isActive
    ? { label: m.tags_deactivate(), icon: <CircleDashed />, disabledReason: reason, onSelect: () => status.start([item], false) }
    : { label: m.tags_activate(), icon: <CircleCheck />, disabledReason: reason, onSelect: () => status.start([item], true) }
}

interface BulkStatusProps<Item extends Activatable> {
  items: readonly Item[]
  status: StatusChange<Item>
  reason: string | undefined
  /** "Deactivate 3 tags": the number that changes. */
  label: (isActive: boolean, count: number) => string
}

/** The button for a selection, which says where it goes: the opposite of the item selected first. */
export function BulkStatus<Item extends Activatable>({ items, status, reason, label }: BulkStatusProps<Item>) {
  const isActive = directionOf(items)
  return (
    <Button
      small
      icon={isActive ? <CircleCheck /> : <CircleDashed />}
      disabledReason={reason}
      loading={status.isPending}
      onClick={() => status.start(items, isActive)}
    >
      {label(isActive, items.filter((item) => item.isActive !== isActive).length)}
    </Button>
  )
}
