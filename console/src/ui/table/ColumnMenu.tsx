import { Columns3 } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { IconButton } from '../form/Button.tsx'
import { deferred } from '../overlay/deferred.tsx'
import { Menu } from '../overlay/Menu.tsx'
import type { ColumnChoicesProps } from './ColumnChoices.tsx'

const ColumnChoices = deferred<ColumnChoicesProps>(async () => (await import('./ColumnChoices.tsx')).ColumnChoices)

/** Chooses the visible columns and, unless rows are cards, their height. */
export function ColumnMenu(props: ColumnChoicesProps) {
  return (
    <Menu trigger={<IconButton kind="secondary" label={m.ui_columns()} icon={<Columns3 />} />} preload={ColumnChoices.preload}>
      <ColumnChoices {...props} />
    </Menu>
  )
}
