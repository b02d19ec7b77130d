import { Ellipsis } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { IconButton, type ButtonKind } from '../form/Button.tsx'
import { Menu, MenuItem, type MenuAction } from '../overlay/Menu.tsx'
import { useOffer } from '../overlay/offers.ts'

/** The actions of the open record, in a menu and in the command palette. */
export function RecordMenu({ name, kind, actions }: { name: string; kind?: ButtonKind; actions: readonly MenuAction[] }) {
  useOffer(() => ({ title: name, actions }))
  return (
    <Menu trigger={<IconButton {...(kind && { kind })} label={m.ui_row_actions({ name })} icon={<Ellipsis />} />}>
      {actions.map((action) => (
        <MenuItem key={action.label} {...action} />
      ))}
    </Menu>
  )
}
