import { MenuItem, OpenMenu, type MenuAction } from '../overlay/Menu.tsx'

export interface RowMenuTarget<Row> {
  row: Row
  anchor: HTMLButtonElement
}

/** One menu for all rows of a table. It opens at the row's button and returns focus to it. */
export function RowMenu<Row>({
  target,
  actions,
  onClose,
}: {
  target: RowMenuTarget<Row> | undefined
  actions: (row: Row) => MenuAction[]
  onClose: () => void
}) {
  if (target === undefined) return null
  return (
    <OpenMenu anchor={target.anchor} onClose={onClose}>
      {actions(target.row).map((action) => (
        <MenuItem key={action.label} {...action} />
      ))}
    </OpenMenu>
  )
}
