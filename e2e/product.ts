import { answerJobCommand, ingestJobs, listJobCommands } from '@steward/contract/jobs/endpoints'
import type { JobReport, ProductCommand } from '@steward/contract/jobs/schemas'
import { completeJobReport } from '../server/src/testing/job-report.ts'
import { demoCredentials } from './support/demo.ts'
import { serviceCall } from './support/services.ts'
import { unique } from './support/unique.ts'

/** What a test wants of a job; the rest is filled in. */
export type WantedJob = Partial<Omit<JobReport, 'sequence'>>

/** A product that runs jobs, as seen by the public calls. */
export interface Product {
  /** Reports jobs, each newer than the reports before, and returns them as reported. */
  report: (jobs: readonly WantedJob[]) => Promise<JobReport[]>
  /** Waits for what an administrator wants of a job. */
  commandFor: (jobId: string) => Promise<ProductCommand>
  answer: (command: ProductCommand, outcome: 'accepted' | 'refused', reason?: string) => Promise<void>
}

/** Seconds that one call waits for a command. */
const wait = 10
/** Calls until a test gives up on a command. */
const mostCalls = 10

/** Plays a product of a tenant, with a service token of its own. */
export async function startProduct({
  tenantName = demoCredentials().tenantName,
  productCode = 'RI-EXPOSUREIQ',
}: { tenantName?: string; productCode?: string } = {}): Promise<Product> {
  const call = await serviceCall('jobs', productCode)
  const arrived = new Map<string, ProductCommand[]>()
  let after = 0
  // Newer than anything that another product of these tests reported.
  let sequence = Date.now()

  const complete = (wanted: WantedJob): JobReport =>
    completeJobReport({ jobId: unique('EIQ-'), productCode, createdBy: 'ExposureIQ', ...wanted, sequence: ++sequence })

  return {
    async report(wanted) {
      const jobs = wanted.map(complete)
      await call(ingestJobs, { body: { tenantName, jobs } })
      return jobs
    },
    async commandFor(jobId) {
      for (let calls = 0; calls < mostCalls; calls++) {
        const command = arrived.get(jobId)?.shift()
        if (command !== undefined) return command
        const { data } = await call(listJobCommands, { query: { tenantName, productCode, after, wait } })
        after = data.after
        for (const item of data.items) arrived.set(item.jobId, [...(arrived.get(item.jobId) ?? []), item])
      }
      throw new Error(`no command for ${jobId}`)
    },
    async answer({ commandId }, outcome, reason = '') {
      await call(answerJobCommand, { params: { commandId }, body: { tenantName, outcome, reason } })
    },
  }
}
