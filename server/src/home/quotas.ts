import type { HomeQuota } from '@steward/contract/home/schemas'

/** The quotas of the home page. */
export const shownQuotas = 3
/** Use varies over a week, so a quota is as near its limit as on its busiest day. */
const recentDays = 7

/** The quotas nearest their limit: those used up, then by the share of the busiest recent day; without use, they are left out. */
export function nearestQuotas(quotas: readonly HomeQuota[]): HomeQuota[] {
  const nearness = (quota: HomeQuota): number => {
    if (quota.projection.kind === 'reached') return Number.POSITIVE_INFINITY
    const busiest = Math.max(quota.current ?? 0, ...quota.days.slice(-recentDays).map(({ peak }) => peak))
    return quota.quota > 0 ? busiest / quota.quota : 0
  }
  return quotas
    .filter((quota) => quota.lastReadingAt !== null)
    .toSorted((a, b) => nearness(b) - nearness(a))
    .slice(0, shownQuotas)
}
