import { m } from '@steward/contract/paraglide/messages'
import { interactiveConcurrencyQuota, type QuotaName } from '@steward/contract/catalogue/quotas'
import { formatNumber } from '../ui/time.ts'
import type { LicenseState } from './search.ts'

export const stateWords: Record<LicenseState, () => string> = { licensed: m.licences_licensed, lapsed: m.licences_lapsed }

const quotaWords: Record<QuotaName | typeof interactiveConcurrencyQuota, () => string> = {
  [interactiveConcurrencyQuota]: m.quota_max_interactive_concurrency,
  modeledLocationsPerDay: m.quota_modeled_locations_per_day,
  maxConcurrentModelRuns: m.quota_max_concurrent_model_runs,
  maxConcurrentNonModelRuns: m.quota_max_concurrent_non_model_runs,
  maxConcurrentAccumulationJobs: m.quota_max_concurrent_accumulation_jobs,
  maxConcurrentNonAccumulationJobs: m.quota_max_concurrent_non_accumulation_jobs,
  maxConcurrentOtherJobs: m.quota_max_concurrent_other_jobs,
  maxConcurrentPortfolioRollupJobs: m.quota_max_concurrent_portfolio_rollup_jobs,
  maxConcurrentProgramAnalysesJobs: m.quota_max_concurrent_program_analyses_jobs,
  maxJobsPerDay: m.quota_max_jobs_per_day,
  maxJobsPerHour: m.quota_max_jobs_per_hour,
  portfolioRollupsPerYear: m.quota_portfolio_rollups_per_year,
  risksAccumulatedPerDay: m.quota_risks_accumulated_per_day,
  submittedLocationsPerDay: m.quota_submitted_locations_per_day,
  packagePercentage: m.quota_package_percentage,
}
const words: Readonly<Record<string, (() => string) | undefined>> = quotaWords

/** The label of a quota (second specification file, section 3); its name where nobody has worded it. */
export const quotaLabel = (quotaName: string): string => words[quotaName]?.() ?? quotaName

/** How long a licence still holds: "24 days left". */
export const daysText = (days: number): string => (days === 1 ? m.licences_last_day() : m.licences_days_left({ days: formatNumber(days) }))
