/** The only job types that can be canceled (second specification file, sections 3 and 4). */
export const cancellableJobTypes = [
  { jobType: 'AccumulationRollup', name: 'Accumulation rollup' },
  { jobType: 'AccumulationRollupPlan', name: 'Accumulation rollup plan' },
  { jobType: 'PublicLiveEdmAccumulationEngine', name: 'Live accumulation of an exposure database' },
  { jobType: 'PublicAccumulationAnalysis', name: 'Accumulation analysis' },
  { jobType: 'BULK_EXPORT', name: 'Bulk export' },
  { jobType: 'AccumulationResultDeletion', name: 'Deletion of accumulation results' },
  { jobType: 'AccumulationRollupResultDeletion', name: 'Deletion of accumulation rollup results' },
  { jobType: 'PORTFOLIO_VARIATION', name: 'Portfolio variation' },
  { jobType: 'TransferDeletePortfoliosTask', name: 'Transfer or deletion of portfolios' },
  { jobType: 'ImportPrograms', name: 'Import of programs' },
  { jobType: 'MappingSpatialProcessing', name: 'Spatial processing for maps' },
  { jobType: 'ACCOUNT_MATCHING', name: 'Account matching' },
  { jobType: 'PLT import', name: 'PLT import' },
] as const

const cancellable: ReadonlySet<string> = new Set(cancellableJobTypes.map((type) => type.jobType))

export const isCancellableJobType = (jobType: string): boolean => cancellable.has(jobType)

/** Other job types of the products, which only the product itself can end. */
export const otherJobTypes = [
  { jobType: 'MODEL_RUN', name: 'Model run' },
  { jobType: 'GEOCODE_HAZARD', name: 'Geocoding and hazard lookup' },
  { jobType: 'EDM_IMPORT', name: 'Import of an exposure database' },
  { jobType: 'EDM_EXPORT', name: 'Export of an exposure database' },
  { jobType: 'RDM_EXPORT', name: 'Export of a results database' },
  { jobType: 'ACCOUNT_PRICING', name: 'Account pricing' },
  { jobType: 'TREATY_ROLLUP', name: 'Portfolio roll-up of treaties' },
  { jobType: 'ARCHIVE', name: 'Archive to the data vault' },
  { jobType: 'RESTORE', name: 'Restore from the data vault' },
] as const

const jobTypes: ReadonlyMap<string, { jobType: string; name: string }> = new Map(
  [...cancellableJobTypes, ...otherJobTypes].map((type) => [type.jobType, type]),
)

export const findJobType = (jobType: string): { jobType: string; name: string } | undefined => jobTypes.get(jobType)
