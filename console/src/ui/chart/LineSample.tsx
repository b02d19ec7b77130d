import { cx } from '../display/cx.ts'
import css from './LineSample.module.css'

export type ChartColor = 'accent' | 'danger' | 'warning' | 'success' | 'info' | 'muted'

/** A piece of a chart's line, before its name. */
export function LineSample({ color, dashed }: { color: ChartColor; dashed?: boolean | undefined }) {
  return <span className={cx(css.sample, css[color], dashed && css.dashed)} aria-hidden />
}
