import { Menu as Base } from '@base-ui/react/menu'
import { MenuItem, type MenuAction } from '../Menu.tsx'
import css from '../popup.module.css'

export interface RowMenuTarget<Row> {
  row: Row
  anchor: HTMLButtonElement
}

/** One menu for all rows of a table; it opens at the row's button and gives focus back to it. */
export function RowMenu<Row>({ target, actions, onClose }: { target: RowMenuTarget<Row> | undefined; actions: (row: Row) => MenuAction[]; onClose: () => void }) {
  return (
    <Base.Root open={target !== undefined} onOpenChange={(open) => !open && onClose()} modal={false}>
      <Base.Portal>
        <Base.Positioner className={css.positioner} anchor={target?.anchor} align="end" sideOffset={4}>
          <Base.Popup className={css.popup} finalFocus={() => target?.anchor ?? true}>
            {target === undefined ? null : actions(target.row).map((action) => <MenuItem key={action.label} {...action} />)}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
