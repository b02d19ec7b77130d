import { getInteractiveLanes } from '@steward/contract/jobs/endpoints'
import type { DateRangeDays } from '@steward/contract/rules/date-ranges'
import { listQuery } from '../api/query.ts'

/** Between two reads for changes of jobs, in milliseconds: a longer range takes longer to sum up, and its chart moves more slowly. */
const pauseMs = (days: DateRangeDays): number => (days === 1 ? 1_000 : 5_000)

/** Interactive lanes, read again with changes of jobs. */
export const lanesQuery = (days: DateRangeDays = 1) => ({
  ...listQuery(getInteractiveLanes, ['job', 'company_quota'], { query: { days } }),
  meta: { tables: ['job', 'company_quota'], pauseMs: pauseMs(days) },
  // Times go on without changes, such as how long lanes are full.
  refetchInterval: 60_000,
})
