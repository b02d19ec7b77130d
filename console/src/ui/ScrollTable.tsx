import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import css from './ScrollTable.module.css'

/** Figures at the end of a cell, one digit under the other. */
export const numberCell = css.number

/** A plain table of a few columns in a frame of its own that scrolls, below a chart or in a card; `boxed` draws the frame. For pages of rows there is `DataTable`. */
export function ScrollTable({ label, boxed, children }: { label: string; boxed?: boolean; children: ReactNode }) {
  return (
    // A region that scrolls is reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={cx(css.frame, boxed && css.boxed)} role="region" aria-label={label} tabIndex={0}>
      <table className={css.table}>{children}</table>
    </div>
  )
}
