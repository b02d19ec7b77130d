import type { AttentionItem } from '@steward/contract/home/schemas'
import type { QuotaUsage } from '@steward/contract/usage/schemas'
import { readQuotaUsage } from '../../usage/quota-usage.ts'
import { type AttentionSource, daysUntil, laterBy } from './source.ts'

/** A quota needs attention this many days before its trend reaches the limit. */
const shownDays = 30

/** A row for each quota that is used up, or will be within 30 days if use goes on as it does. */
export const quotasNearLimit = (
  quotas: readonly Pick<QuotaUsage, 'productCode' | 'productName' | 'quotaName' | 'projection'>[],
  now: Date,
): AttentionItem[] =>
  quotas.flatMap(({ productCode, productName, quotaName, projection }): AttentionItem[] => {
    const quota = { kind: 'quota_limit' as const, productCode, productName, quotaName }
    if (projection.kind === 'reached') return [{ ...quota, urgency: 'critical', dueAt: null }]
    if (projection.kind === 'none') return []
    const day = new Date(`${projection.day}T00:00:00Z`)
    if (day > laterBy(now, shownDays)) return []
    return [{ ...quota, urgency: daysUntil(day, now) <= 7 ? 'critical' : 'warning', dueAt: day.toISOString() }]
  })

export const quotaSource: AttentionSource = {
  permissions: [['Navigation.Licenses'], ['Admin.ViewCompanyQuotas']],
  read: async (tx, { now }) => quotasNearLimit((await readQuotaUsage(tx, now)).items, now),
}
