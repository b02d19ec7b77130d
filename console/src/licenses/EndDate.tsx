import { m } from '@steward/contract/paraglide/messages'
import { daysLeft, expiryUrgency } from '@steward/contract/rules/licenses'
import { Badge, Status, type Tone } from '../ui/display/Badge.tsx'
import { formatDate } from '../i18n/time.ts'
import css from './EndDate.module.css'
import { daysText } from './labels.ts'

const tones: Record<ReturnType<typeof expiryUrgency>, Tone> = {
  none: 'neutral',
  soon: 'info',
  month: 'warning',
  week: 'danger',
  lapsed: 'danger',
}

interface Ending {
  endDate: string
}

const now = () => new Date().toISOString()

/** Whether it is valid today. */
export function LicenseStateBadge({ licence }: { licence: Ending }) {
  const isLapsed = expiryUrgency(licence, now()) === 'lapsed'
  return <Status tone={isLapsed ? 'danger' : 'success'}>{isLapsed ? m.licenses_lapsed() : m.licenses_licensed()}</Status>
}

/** Days left, highlighted in the last 60, 30 and 7 (product decisions, "Licenses"); nothing after it has expired. */
export function DaysLeft({ licence }: { licence: Ending }) {
  const asOf = now()
  const urgency = expiryUrgency(licence, asOf)
  if (urgency === 'lapsed') return null
  const text = daysText(daysLeft(licence, asOf))
  return urgency === 'none' ? <span className={css.left}>{text}</span> : <Badge tone={tones[urgency]}>{text}</Badge>
}

/** The end date and the days left. */
export function EndDate({ licence }: { licence: Ending }) {
  return (
    <span className={css.end}>
      <span>{formatDate(licence.endDate)}</span>
      <DaysLeft licence={licence} />
    </span>
  )
}
