import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { cx } from './cx.ts'
import css from './DiffView.module.css'

export interface DiffRow {
  /** The field's label. */
  field: string
  /** What this administrator was about to save. */
  mine: ReactNode
  /** What another administrator saved in the meantime. */
  theirs: ReactNode
  differs: boolean
}

/** Both versions of something another administrator changed during the edit (the server answered 412). */
export function DiffView({ rows }: { rows: readonly DiffRow[] }) {
  return (
    <table className={css.diff}>
      <thead>
        <tr>
          <th scope="col">{m.ui_diff_field()}</th>
          <th scope="col">{m.ui_diff_mine()}</th>
          <th scope="col">{m.ui_diff_theirs()}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.field} className={cx(row.differs && css.changed)}>
            <th scope="row">
              {row.field}
              {row.differs ? <span className="visually-hidden"> {m.ui_diff_differs()}</span> : null}
            </th>
            <td>{row.mine}</td>
            <td>{row.theirs}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
