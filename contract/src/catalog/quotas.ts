/** Quotas by name, with the labels from the second specification file, section 3. */
export const quotaLabels = {
  modeledLocationsPerDay: 'Modeled Locations / Day',
  maxConcurrentModelRuns: 'Max Concurrent Model Runs',
  maxConcurrentNonModelRuns: 'Max Concurrent Non-Model Runs',
  maxConcurrentAccumulationJobs: 'Maximum Concurrent Accumulation Jobs',
  maxConcurrentNonAccumulationJobs: 'Maximum Concurrent Non-Accumulation Jobs',
  maxConcurrentOtherJobs: 'Maximum Concurrent Other Jobs',
  maxConcurrentPortfolioRollupJobs: 'Maximum Concurrent Portfolio Rollup Jobs',
  maxConcurrentProgramAnalysesJobs: 'Maximum Concurrent Program Analyses Jobs',
  maxJobsPerDay: 'Max Jobs / Day',
  maxJobsPerHour: 'Max Jobs / Hour',
  portfolioRollupsPerYear: 'Portfolio Roll-ups Per Year',
  risksAccumulatedPerDay: 'Risks Accumulated Per Day',
  submittedLocationsPerDay: 'Submitted Locations / Day',
  packagePercentage: 'Package Percentage',
} as const

export type QuotaName = keyof typeof quotaLabels

/** The company quota that decides whether interactive lanes are visible (second specification file, section 6). */
export const interactiveConcurrencyQuota = 'maxInteractiveConcurrency'
