import { getInteractiveLanes } from '@steward/contract/jobs/endpoints'
import type { DateRangeDays } from '@steward/contract/rules/date-ranges'
import { listQuery } from '../api/query.ts'

/** Interactive lanes, read again with changes of jobs: at most once a second. */
export const lanesQuery = (days: DateRangeDays = 1) => ({
  ...listQuery(getInteractiveLanes, ['job', 'company_quota'], { query: { days } }),
  meta: { tables: ['job', 'company_quota'], pauseMs: 1_000 },
  // Times go on without changes, such as how long lanes are full.
  refetchInterval: 60_000,
})
