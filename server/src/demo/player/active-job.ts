import type { JobReport } from '@steward/contract/jobs/schemas'
import type { DemoJobType } from '../jobs/job-type.ts'
import { type Random, spread } from '../jobs/random.ts'
import { type JobPlan, reportAt } from '../jobs/report.ts'
import { sessionTypes, shortSessionTypes } from '../jobs/session-types.ts'
import { lapsedTypes } from '../jobs/underwriting-types.ts'
import { jobTypes } from '../jobs/workflows.ts'

/** A job that the player has not ended yet, or whose end it has not reported. */
export interface ActiveJob {
  plan: JobPlan
  sequence: number
  /** What follows in its workflow. */
  next: readonly DemoJobType[]
  /** When an accepted cancellation takes effect. */
  cancelAt: { time: number; by: string } | null
  /** The last report that arrived, and when. */
  told: { text: string; at: number } | null
}

/** Long jobs of the history run beside the player's own, which come and go while someone watches. */
export const longestOwnMs = 360_000

export const isShort = ({ plan }: ActiveJob): boolean => plan.type.isInteractive !== true && plan.durationMs <= longestOwnMs

const allTypes = [...jobTypes, ...sessionTypes, ...shortSessionTypes, ...lapsedTypes]

/** Continues a job where its last report left it; undefined if the demo company has no such job. */
export function continued(report: JobReport, now: number, random: Random): ActiveJob | undefined {
  const type = allTypes.find(
    ({ productCode, operation, isInteractive = false }) =>
      productCode === report.productCode && operation === report.operation && isInteractive === report.isInteractive,
  )
  if (!type) return undefined
  const startTime = report.startTime === null ? null : Date.parse(report.startTime)
  // As fast as it was so far.
  const seen = startTime !== null && report.progress > 0 ? ((now - startTime) * 100) / report.progress : undefined
  const durationMs = Math.round(seen ?? (startTime === null ? ownDuration(random) : spread(random, ...type.seconds) * 1_000))
  return {
    plan: {
      jobId: report.jobId,
      type,
      resourceGroupId: report.resourceGroupId,
      createdBy: report.createdBy,
      createdAt: Date.parse(report.createdAt),
      priority: report.priority,
      workflow:
        report.workflowId === null ? null : { id: report.workflowId, name: report.workflowName, description: report.workflowDescription },
      startTime,
      durationMs,
      end: startTime === null ? null : { status: 'Finished', time: Math.max(now + 5_000, startTime + durationMs), reason: '' },
    },
    sequence: report.sequence,
    next: [],
    cancelAt: null,
    told: null,
  }
}

export const ownDuration = (random: Random): number => Math.round(spread(random, 20, longestOwnMs / 1_000) * 1_000)

/** The next report of a job, and whether it tells anything new. */
export function nextReport(
  job: ActiveJob,
  now: number,
  queuePosition: number | null,
): { report: JobReport; text: string; isNews: boolean } {
  const report = reportAt(job.plan, now, { sequence: 0, queuePosition })
  const text = JSON.stringify(report)
  return { report, text, isNews: text !== job.told?.text }
}
