import { m } from '@steward/contract/paraglide/messages'
import type { DailyCount } from '@steward/contract/home/schemas'
import { formatNumber } from '../i18n/time.ts'
import { DayChart } from './DayChart.tsx'
import type { DaySeries } from './dayShapes.ts'
import css from './Home.module.css'
import { Bones, Part } from './Part.tsx'

const countOf = (days: readonly DailyCount[] | null, index?: number): number =>
  (index === undefined ? (days ?? []) : (days ?? []).slice(index)).reduce((sum, { count }) => sum + count, 0)

/** Failed sign-ins and provisioning operations a day. */
export function Failures() {
  return (
    <Part part="failures" title={m.home_failures()} skeleton={<Bones heights={[32, 20, 230]} />}>
      {({ signIns, provisioning }, asOf) => {
        const total = countOf(signIns) + countOf(provisioning)
        const bars = (id: string, label: string, color: DaySeries['color'], days: readonly DailyCount[] | null): DaySeries[] =>
          days === null ? [] : [{ id, label, kind: 'bar', color, values: days.map(({ count }) => count) }]
        const summary =
          total === 0
            ? m.home_failures_none()
            : m.home_failures_summary({ total: formatNumber(total), today: formatNumber(countOf(signIns, -1) + countOf(provisioning, -1)) })
        return (
          <>
            <p className={css.total}>{formatNumber(total)}</p>
            <p className={css.muted}>{summary}</p>
            <DayChart
              label={m.home_failures()}
              summary={summary}
              days={(signIns ?? provisioning ?? []).map(({ day }) => day)}
              today={asOf.slice(0, 10)}
              series={[
                ...bars('signIns', m.home_failures_sign_in(), 'warning', signIns),
                ...bars('provisioning', m.home_failures_provisioning(), 'danger', provisioning),
              ]}
              formatValue={formatNumber}
              height={200}
            />
          </>
        )
      }}
    </Part>
  )
}
