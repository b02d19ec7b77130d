import type { Transaction } from 'kysely'
import { mostReportedJobs } from '@steward/contract/jobs/constants'
import type { JobReport } from '@steward/contract/jobs/schemas'
import type { Db } from '../../db/pool.ts'
import { asOwner } from '../../db/tenant.ts'
import type { Database } from '../../db/types.ts'
import { takeJobs } from '../../jobs/ingest.ts'
import { demoJobs, historyDays } from './history.ts'
import { randomOf } from './random.ts'

/** Reports the demo company's jobs of the last months as its products could have; the resource groups of Data Admin must exist. */
export async function addJobs(
  db: Db,
  { tenantId, tenantName, now }: { tenantId: string; tenantName: string; now: number },
): Promise<JobReport[]> {
  const groups = await asOwner(
    db,
    'operator',
    (tx) =>
      tx
        .selectFrom('resource_group')
        .select(['resource_group_id', 'resource_group_name'])
        .where('tenant_id', '=', tenantId)
        .where('product_code', '=', 'RI-DATAADMIN')
        .execute(),
    { readOnly: true },
  )
  const jobs = demoJobs(now, new Map(groups.map((group) => [group.resource_group_name, group.resource_group_id])))
  const service = { type: 'service', tenantId, id: 'demo', name: 'Demo products' } as const
  for (let from = 0; from < jobs.length; from += mostReportedJobs) {
    const batch = { tenantName, jobs: jobs.slice(from, from + mostReportedJobs) }
    await takeJobs({ db, now: () => new Date(now) }, service, 'demo-jobs', batch)
  }
  return jobs
}

/** What administrators assigned to jobs at one time: a tag or a group. */
export interface JobAssignment {
  at: Date
  kind: 'tag' | 'group'
  name: string
  jobs: readonly JobReport[]
}

const inputOf = ({ sections }: JobReport, label: string): string => sections[0]?.rows.find((row) => row.label === label)?.value ?? ''

const labels: readonly (Pick<JobAssignment, 'kind' | 'name'> & { fits: (job: JobReport) => boolean })[] = [
  { kind: 'tag', name: 'renewal_2027', fits: (job) => job.workflowName === 'Renewal submission' },
  { kind: 'tag', name: 'treaty_property', fits: (job) => job.operation === 'TREATY_ROLLUP' },
  { kind: 'tag', name: 'us_wind', fits: (job) => inputOf(job, 'Portfolio').startsWith('US wind') },
  { kind: 'tag', name: 'eu_flood', fits: (job) => inputOf(job, 'Model') === 'Europe Inland Flood HD' },
  { kind: 'tag', name: 'jp_quake', fits: (job) => inputOf(job, 'Portfolio').startsWith('Japan earthquake') },
  { kind: 'tag', name: 'board_report', fits: (job) => job.workflowName === 'Quarterly rollup' },
  { kind: 'tag', name: 'solvency_ii', fits: (job) => inputOf(job, 'Database') === 'RDM_SOLVENCY' },
  { kind: 'tag', name: 'climate_scenario', fits: (job) => job.productCode === 'RI-COD-STN' },
  { kind: 'tag', name: 'data_quality', fits: (job) => job.operation === 'EDM_IMPORT' && job.status === 'Failed' },
  { kind: 'group', name: 'Treaty Underwriting', fits: (job) => job.workflowName === 'Treaty season' },
  { kind: 'group', name: 'Exposure Management', fits: (job) => job.operation === 'AccumulationRollup' },
]

const dayMs = 86_400_000
const mostAtOnce = 5

/** Every week someone labels a few of the jobs that were created in it. */
export function assignmentsOf(jobs: readonly JobReport[], now: number): JobAssignment[] {
  const weeks = Math.floor(historyDays / 7)
  return Array.from({ length: weeks }, (_, index) => now - (weeks - 1 - index) * 7 * dayMs - 3 * 3_600_000).flatMap((week) => {
    const random = randomOf(`labels of the week before ${Math.floor(week / dayMs)}`)
    const recent = jobs.filter(({ createdAt }) => Date.parse(createdAt) < week && Date.parse(createdAt) >= week - 7 * dayMs)
    return labels.flatMap(({ kind, name, fits }, index) => {
      const chosen = recent.filter((job) => fits(job) && random() < 0.4).slice(0, mostAtOnce)
      return chosen.length > 0 && random() < 0.5 ? [{ at: new Date(week + index * 97_000), kind, name, jobs: chosen }] : []
    })
  })
}

export async function assign(tx: Transaction<Database>, tenantId: string, { kind, name, jobs }: JobAssignment): Promise<void> {
  if (kind === 'tag') {
    const { tag_id } = await tx
      .selectFrom('tag')
      .select('tag_id')
      .where('tenant_id', '=', tenantId)
      .where('tag_name', '=', name)
      .executeTakeFirstOrThrow()
    const rows = jobs.map(({ jobId, createdAt }) => ({ tenant_id: tenantId, tag_id, job_id: jobId, created_at: new Date(createdAt) }))
    await tx.insertInto('job_tag').values(rows).execute()
    return
  }
  const { group_id } = await tx
    .selectFrom('user_group')
    .select('group_id')
    .where('tenant_id', '=', tenantId)
    .where('group_name', '=', name)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('job_group')
    .values(jobs.map(({ jobId }) => ({ tenant_id: tenantId, group_id, job_id: jobId })))
    .execute()
}
