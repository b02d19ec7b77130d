import type { ApplicationLicenseItem } from '@steward/contract/licenses/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { expiryUrgency } from '@steward/contract/rules/licenses'
import { formatDate } from '../i18n/time.ts'
import { PeriodChart } from '../ui/chart/PeriodChart.tsx'
import type { Period } from '../ui/chart/periods.ts'

const tones: Record<ReturnType<typeof expiryUrgency>, Period['tone']> = {
  none: 'accent',
  soon: 'accent',
  month: 'warning',
  week: 'danger',
  lapsed: 'muted',
}

/** When licenses begin and end, the next end first. */
export function LicenseTimeline({ licences }: { licences: readonly ApplicationLicenseItem[] }) {
  const now = new Date().toISOString()
  const ordered = licences.toSorted((a, b) => a.endDate.localeCompare(b.endDate))
  const next = ordered.find(({ endDate }) => endDate > now) ?? ordered.at(-1)
  return (
    <PeriodChart
      label={m.licenses_timeline()}
      summary={m.licenses_timeline_summary({ count: licences.length, date: next === undefined ? '' : formatDate(next.endDate) })}
      nameLabel={m.licenses_application()}
      periods={ordered.map((licence) => ({
        id: licence.id,
        name: licence.productName || licence.productCode,
        from: licence.startDate,
        until: licence.endDate,
        tone: tones[expiryUrgency(licence, now)],
      }))}
    />
  )
}
