import { m } from '@steward/contract/paraglide/messages'
import css from './TimeChart.module.css'
import type { TimeChartProps } from './TimeChart.tsx'

/** The values of a chart, newest first. */
export function ChartTable({
  label,
  times,
  series,
  formatValue,
  formatTime,
}: Pick<TimeChartProps, 'label' | 'times' | 'series' | 'formatValue' | 'formatTime'>) {
  const order = times.map((time, index) => ({ time, index })).toReversed()
  return (
    // A region that scrolls is reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.tableFrame} role="region" aria-label={label} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{m.ui_chart_time()}</th>
            {series.map((one) => (
              <th key={one.id} scope="col" className={css.number}>
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.map(({ time, index }) => (
            <tr key={time}>
              <th scope="row">{formatTime(time)}</th>
              {series.map((one) => (
                <td key={one.id} className={css.number}>
                  {one.values[index] == null ? '–' : formatValue(one.values[index])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
