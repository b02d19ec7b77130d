import { interactiveConcurrencyQuota, type QuotaName } from '../catalog/quotas.ts'
import * as m from '@steward/contract/paraglide/messages'
import { type Locale, getLocale } from '../paraglide/runtime.js'

/** The labels of quotas. Console, mails and pushes use the same ones, in the reader's language. */

type Label = (locale: Locale) => string

const labels: Record<QuotaName | typeof interactiveConcurrencyQuota, Label> = {
  [interactiveConcurrencyQuota]: (locale) => m.quota_max_interactive_concurrency({}, { locale }),
  modeledLocationsPerDay: (locale) => m.quota_modeled_locations_per_day({}, { locale }),
  maxConcurrentModelRuns: (locale) => m.quota_max_concurrent_model_runs({}, { locale }),
  maxConcurrentNonModelRuns: (locale) => m.quota_max_concurrent_non_model_runs({}, { locale }),
  maxConcurrentAccumulationJobs: (locale) => m.quota_max_concurrent_accumulation_jobs({}, { locale }),
  maxConcurrentNonAccumulationJobs: (locale) => m.quota_max_concurrent_non_accumulation_jobs({}, { locale }),
  maxConcurrentOtherJobs: (locale) => m.quota_max_concurrent_other_jobs({}, { locale }),
  maxConcurrentPortfolioRollupJobs: (locale) => m.quota_max_concurrent_portfolio_rollup_jobs({}, { locale }),
  maxConcurrentProgramAnalysesJobs: (locale) => m.quota_max_concurrent_program_analyses_jobs({}, { locale }),
  maxJobsPerDay: (locale) => m.quota_max_jobs_per_day({}, { locale }),
  maxJobsPerHour: (locale) => m.quota_max_jobs_per_hour({}, { locale }),
  portfolioRollupsPerYear: (locale) => m.quota_portfolio_rollups_per_year({}, { locale }),
  risksAccumulatedPerDay: (locale) => m.quota_risks_accumulated_per_day({}, { locale }),
  submittedLocationsPerDay: (locale) => m.quota_submitted_locations_per_day({}, { locale }),
  packagePercentage: (locale) => m.quota_package_percentage({}, { locale }),
}
const byName: ReadonlyMap<string, Label> = new Map(Object.entries(labels))

/** The label of a quota (second specification file, section 3); its name if it has no label. */
export const quotaLabel = (quotaName: string, locale: Locale = getLocale()): string => byName.get(quotaName)?.(locale) ?? quotaName
