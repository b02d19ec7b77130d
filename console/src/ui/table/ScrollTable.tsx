import type { ReactNode } from 'react'
import { cx } from '../display/cx.ts'
import { ScrollRegion } from './ScrollRegion.tsx'
import css from './ScrollTable.module.css'

/** Figures at the end of a cell, one digit under the other. */
export const numberCell = css.number

/** A plain table of a few columns in a frame of its own that scrolls, below a chart or in a card; `boxed` draws the frame. For pages of rows there is `DataTable`. */
export function ScrollTable({ label, boxed, children }: { label: string; boxed?: boolean; children: ReactNode }) {
  return (
    <ScrollRegion label={label} className={cx(css.frame, boxed && css.boxed)}>
      <table className={css.table}>{children}</table>
    </ScrollRegion>
  )
}
