import { mostChangedJobs } from '@steward/contract/jobs/constants'
import type { ChangedJobs } from '@steward/contract/jobs/schemas'
import { problemCode, problemMessage } from '../../api/problem.ts'

/**
 * Changes many jobs in batches; it succeeds or fails for each job separately. If a later batch can't be sent, its jobs and those
 * after them failed: what the batches before it changed has to be told.
 */
export async function inBatches(
  jobIds: readonly string[],
  fallback: string,
  change: (jobIds: string[]) => Promise<ChangedJobs>,
): Promise<ChangedJobs> {
  const outcome: ChangedJobs = { succeeded: [], failed: [] }
  for (let start = 0; start < jobIds.length; start += mostChangedJobs) {
    try {
      const part = await change(jobIds.slice(start, start + mostChangedJobs))
      outcome.succeeded.push(...part.succeeded)
      outcome.failed.push(...part.failed)
    } catch (error) {
      if (start === 0) throw error
      const code = problemCode(error) ?? ''
      const message = problemMessage(error, fallback)
      outcome.failed.push(...jobIds.slice(start).map((jobId) => ({ jobId, code, message })))
      break
    }
  }
  return outcome
}
