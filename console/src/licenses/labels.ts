import { m } from '@steward/contract/paraglide/messages'
import { formatNumber } from '../i18n/time.ts'
import type { LicenseState } from './search.ts'

export { quotaLabel } from '@steward/contract/quotas/text'

export const stateLabels: Record<LicenseState, () => string> = { licensed: m.licenses_licensed, lapsed: m.licenses_lapsed }

/** How long a license is still valid: "24 days left". */
export const daysText = (days: number): string => (days === 1 ? m.licenses_last_day() : m.licenses_days_left({ days: formatNumber(days) }))
