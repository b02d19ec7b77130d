import { interactiveConcurrencyQuota, type QuotaName } from '../catalog/quotas.ts'

/**
 * What a quota limits: the amount at any moment (`now`), or the total within an hour, day or year in UTC
 * (second specification file, section 3, "Quota labels").
 */
export const quotaPeriods = ['now', 'hour', 'day', 'year'] as const
export type QuotaPeriod = (typeof quotaPeriods)[number]

const periods: Record<QuotaName | typeof interactiveConcurrencyQuota, QuotaPeriod> = {
  [interactiveConcurrencyQuota]: 'now',
  modeledLocationsPerDay: 'day',
  maxConcurrentModelRuns: 'now',
  maxConcurrentNonModelRuns: 'now',
  maxConcurrentAccumulationJobs: 'now',
  maxConcurrentNonAccumulationJobs: 'now',
  maxConcurrentOtherJobs: 'now',
  maxConcurrentPortfolioRollupJobs: 'now',
  maxConcurrentProgramAnalysesJobs: 'now',
  maxJobsPerDay: 'day',
  maxJobsPerHour: 'hour',
  portfolioRollupsPerYear: 'year',
  risksAccumulatedPerDay: 'day',
  submittedLocationsPerDay: 'day',
  packagePercentage: 'now',
}
const byName: ReadonlyMap<string, QuotaPeriod> = new Map(Object.entries(periods))

/** The period of a quota; unknown quotas limit the amount at any moment. */
export const quotaPeriodOf = (quotaName: string): QuotaPeriod => byName.get(quotaName) ?? 'now'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * The start of the period that includes a moment, both in ms since 1970; the moment itself for quotas without a period.
 */
export function periodStart(period: QuotaPeriod, at: number): number {
  switch (period) {
    case 'now':
      return at
    case 'hour':
      return at - (at % hourMs)
    case 'day':
      return at - (at % dayMs)
    case 'year':
      return Date.UTC(new Date(at).getUTCFullYear(), 0, 1)
  }
}

/** Current usage by the last reading: totals of a past period don't count. Times in ms since 1970. */
export const currentUse = (period: QuotaPeriod, last: { at: number; value: number }, now: number): number =>
  period === 'now' || periodStart(period, now) <= last.at ? last.value : 0
