import type { ApplicationLicenseItem } from '@steward/contract/licenses/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { expiryUrgency } from '@steward/contract/rules/licenses'
import { formatDate } from '../i18n/time.ts'
import { PeriodChart } from '../ui/chart/PeriodChart.tsx'
import type { Period } from '../ui/chart/periods.ts'
import { serverMoment } from '../i18n/serverTime.ts'

const tones: Record<ReturnType<typeof expiryUrgency>, Period['tone']> = {
  none: 'accent',
  soon: 'accent',
  month: 'warning',
  week: 'danger',
  lapsed: 'muted',
}

/** When licenses begin and end, the next end first. */
export function LicenseTimeline({ licenses }: { licenses: readonly ApplicationLicenseItem[] }) {
  const now = serverMoment()
  const ordered = licenses.toSorted((a, b) => a.endDate.localeCompare(b.endDate))
  const next = ordered.find(({ endDate }) => endDate > now) ?? ordered.at(-1)
  return (
    <PeriodChart
      label={m.licenses_timeline()}
      summary={m.licenses_timeline_summary({ count: licenses.length, date: next === undefined ? '' : formatDate(next.endDate) })}
      nameLabel={m.licenses_application()}
      periods={ordered.map((license) => ({
        id: license.id,
        name: license.productName || license.productCode,
        from: license.startDate,
        until: license.endDate,
        tone: tones[expiryUrgency(license, now)],
      }))}
    />
  )
}
