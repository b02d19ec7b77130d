import type { ResponseOf } from '@steward/contract/http'
import type { exchangeRateHistory } from '@steward/contract/reference-data/rates'
import type { ChartSeries } from '../../ui/chart/TimeChart.tsx'

type History = ResponseOf<typeof exchangeRateHistory>

/** Colors of the vintages beside the one that is looked at. */
const colors = ['info', 'success', 'warning', 'muted', 'danger'] as const satisfies readonly ChartSeries['color'][]

/** The as-of dates of all vintages, and a line for each over them. Drafts are dashed; the named vintage has the accent. */
export function historySeries({ series }: History, vintage: string): { times: string[]; series: ChartSeries[] } {
  const others = series.filter((one) => one.vintage !== vintage && one.points.length > 0)
  // Drawn last, above the others.
  const drawn = [...others, ...series.filter((one) => one.vintage === vintage && one.points.length > 0)]
  const times = [...new Set(series.flatMap(({ points }) => points.map((point) => point.asOfDate)))].toSorted()
  const lines = drawn.map((one): ChartSeries => {
    const rates = new Map(one.points.map((point) => [point.asOfDate, point.exchangeRate]))
    const texts = times.map((time) => rates.get(time) ?? null)
    return {
      id: one.vintage,
      label: one.vintage,
      texts,
      // Only for drawing; what is read is the text.
      values: texts.map((text) => (text === null ? null : Number(text))),
      color: one.vintage === vintage ? 'accent' : (colors[others.indexOf(one) % colors.length] ?? 'muted'),
      dashed: one.status === 'Draft',
      spansGaps: true,
    }
  })
  return { times, series: lines }
}
