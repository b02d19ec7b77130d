import { m } from '@steward/contract/paraglide/messages'
import { formatNumber } from '../ui/display/time.ts'
import type { LicenseState } from './search.ts'

export { quotaLabel } from '@steward/contract/quotas/text'

export const stateWords: Record<LicenseState, () => string> = { licensed: m.licences_licensed, lapsed: m.licences_lapsed }

/** How long a licence still holds: "24 days left". */
export const daysText = (days: number): string => (days === 1 ? m.licences_last_day() : m.licences_days_left({ days: formatNumber(days) }))
