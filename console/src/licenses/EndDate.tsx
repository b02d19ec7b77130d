import { m } from '@steward/contract/paraglide/messages'
import { daysLeft, expiryUrgency } from '@steward/contract/rules/licenses'
import { Badge, Status, type Tone } from '../ui/display/Badge.tsx'
import { formatDate } from '../i18n/time.ts'
import css from './EndDate.module.css'
import { daysText } from './labels.ts'
import { serverMoment } from '../i18n/serverTime.ts'

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

/** Whether it is valid today. */
export function LicenseStateBadge({ license }: { license: Ending }) {
  const isLapsed = expiryUrgency(license, serverMoment()) === 'lapsed'
  return <Status tone={isLapsed ? 'danger' : 'success'}>{isLapsed ? m.licenses_lapsed() : m.licenses_licensed()}</Status>
}

/** Days left, highlighted in the last 60, 30 and 7 (product decisions, "Licenses"); nothing after it has expired. */
export function DaysLeft({ license }: { license: Ending }) {
  const asOf = serverMoment()
  const urgency = expiryUrgency(license, asOf)
  if (urgency === 'lapsed') return null
  const text = daysText(daysLeft(license, asOf))
  return urgency === 'none' ? <span className={css.left}>{text}</span> : <Badge tone={tones[urgency]}>{text}</Badge>
}

/** The end date and the days left. */
export function EndDate({ license }: { license: Ending }) {
  return (
    <span className={css.end}>
      <span>{formatDate(license.endDate)}</span>
      <DaysLeft license={license} />
    </span>
  )
}
