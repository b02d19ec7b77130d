import { memo } from 'react'
import { numberCell, ScrollTable } from '../table/ScrollTable.tsx'
import type { TimeChartProps } from './TimeChart.tsx'
import { valueText } from './valueText.ts'

/** The values of a chart, newest first. Kept while the cursor moves in other charts. */
export const ChartTable = memo(function ChartTable({
  label,
  times,
  series,
  formatValue,
  formatTime,
  timeLabel,
}: Pick<TimeChartProps, 'label' | 'times' | 'series' | 'formatValue' | 'formatTime' | 'timeLabel'>) {
  const order = times.map((time, index) => ({ time, index })).toReversed()
  return (
    <ScrollTable label={label} boxed>
      <thead>
        <tr>
          <th scope="col">{timeLabel}</th>
          {series.map((one) => (
            <th key={one.id} scope="col" className={numberCell}>
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
              <td key={one.id} className={numberCell}>
                {valueText(one, index, formatValue) ?? '–'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
})
