import type { ReactNode } from 'react'
import { cx } from '../display/cx.ts'
import { ScrollRegion } from './ScrollRegion.tsx'
import css from './ScrollTable.module.css'

/** Right-aligned tabular figures. */
export const numberCell = css.number

/** A text that breaks into lines. */
export const longCell = css.long

/** A small, scrollable table below a chart or in a card; `boxed` draws a border, `whole` shows every row. For paged lists use `DataTable`. */
export function ScrollTable({ label, boxed, whole, children }: { label: string; boxed?: boolean; whole?: boolean; children: ReactNode }) {
  return (
    <ScrollRegion label={label} className={cx(css.frame, boxed && css.boxed, whole && css.whole)}>
      <table className={css.table}>{children}</table>
    </ScrollRegion>
  )
}
