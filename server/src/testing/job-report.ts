import type { JobReport } from '@steward/contract/jobs/schemas'

/** What a test wants of a job: what tells it from others, and what matters to the test. */
export type WantedJobReport = Pick<JobReport, 'jobId' | 'sequence'> & Partial<JobReport>

/** A complete report of a job, which runs by default; its times agree with its status. */
export function completeJobReport(wanted: WantedJobReport): JobReport {
  const { status = 'Running', startTime, endTime } = wanted
  const createdAt = wanted.createdAt ?? startTime ?? endTime ?? new Date().toISOString()
  const hasStarted = status !== 'Pending' && status !== 'Queued'
  const hasEnded = hasStarted && status !== 'Running'
  return {
    productCode: 'RI-EXPOSUREIQ',
    resourceGroupId: null,
    operation: 'AccumulationRollup',
    workflowId: null,
    workflowName: '',
    workflowDescription: '',
    createdBy: 'product@example.com',
    createdAt,
    startTime: hasStarted ? createdAt : null,
    endTime: hasEnded ? createdAt : null,
    status,
    priority: 'Medium',
    progress: hasEnded ? 100 : 0,
    queuePosition: null,
    reason: '',
    isInteractive: false,
    sections: [],
    tasks: [],
    ...wanted,
  }
}
