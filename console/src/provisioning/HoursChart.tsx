import { useQuery } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import type { ProvisioningHour } from '@steward/contract/provisioning/schemas'
import { formatMoment, formatNumber, formatTimeOfDay } from '../i18n/time.ts'
import { TimeChart, type ChartSeries } from '../ui/chart/TimeChart.tsx'
import { outcomeLabels } from './labels.ts'
import { hoursQuery } from './queries.ts'

const colors = { changed: 'accent', unchanged: 'muted', failed: 'danger', limited: 'warning' } as const
const outcomes = ['changed', 'unchanged', 'failed', 'limited'] as const

/** The providers' operations an hour. Nothing is shown until there were some. */
export function HoursChart() {
  const { data } = useQuery(hoursQuery)
  const hours = data?.hours ?? []
  const sum = (outcome: keyof typeof colors) => hours.reduce((total, hour) => total + hour[outcome], 0)
  const total = outcomes.reduce((all, outcome) => all + sum(outcome), 0)
  if (total === 0) return null
  return (
    <TimeChart
      label={m.scim_hours()}
      summary={`${m.scim_hours_summary({ total: formatNumber(total), failed: formatNumber(sum('failed')) })}${data?.isComplete === false ? ` ${m.scim_hours_partial()}` : ''}`}
      times={hours.map(({ hour }) => hour)}
      series={outcomes.filter((outcome) => outcome === 'changed' || sum(outcome) > 0).map((outcome) => seriesOf(outcome, hours))}
      formatValue={formatNumber}
      formatTime={formatMoment}
      formatTick={formatTimeOfDay}
      height={140}
      isPartial
    />
  )
}

const seriesOf = (outcome: keyof typeof colors, hours: readonly ProvisioningHour[]): ChartSeries => ({
  id: outcome,
  label: outcomeLabels[outcome](),
  values: hours.map((hour) => hour[outcome]),
  color: colors[outcome],
})
