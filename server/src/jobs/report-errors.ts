import { products } from '@steward/contract/catalog/products'
import type { FieldFault } from '@steward/contract/errors'
import { mostTasks } from '@steward/contract/jobs/constants'
import type { JobReport, JobTask } from '@steward/contract/jobs/schemas'
import { collectErrors } from '../service-tokens/ingest-errors.ts'

/** How long ago a reported job can have been created. */
export const oldestJobDays = 400
const knownProducts: ReadonlySet<string> = new Set(products.map((product) => product.productCode))
const ended: ReadonlySet<JobReport['status']> = new Set(['Cancelled', 'Failed', 'Finished'])

/**
 * The errors of jobs that are valid on their own, by field.
 * @param isResourceGroup whether the resource group of a job is one of Data Admin
 */
export function jobErrors(jobs: readonly JobReport[], isResourceGroup: (job: JobReport) => boolean, now: Date): readonly FieldFault[] {
  const errors = collectErrors('jobs', now)
  for (const [index, job] of jobs.entries()) {
    const { productCode, createdAt, startTime, endTime, status } = job
    const isOver = ended.has(status)
    if (!knownProducts.has(productCode)) errors.add(index, 'productCode', 'ingest_product_unknown', { productCode })
    if (!isResourceGroup(job)) errors.add(index, 'resourceGroupId', 'ingest_data_group_unknown')
    errors.checkTime(index, 'createdAt', createdAt, oldestJobDays)
    errors.checkTime(index, 'startTime', startTime, oldestJobDays)
    errors.checkTime(index, 'endTime', endTime, oldestJobDays)
    if (isOver && endTime === null) errors.add(index, 'endTime', 'ingest_end_missing')
    if (!isOver && endTime !== null) errors.add(index, 'endTime', 'ingest_end_early')
    if (startTime !== null && endTime !== null && Date.parse(endTime) < Date.parse(startTime)) {
      errors.add(index, 'endTime', 'ingest_ends_before_start')
    }
    if (countTasks(job.tasks) > mostTasks) errors.add(index, 'tasks', 'ingest_tasks_too_many', { maximum: mostTasks })
    if (errors.isFull) break
  }
  return errors.list
}

const countTasks = (tasks: readonly JobTask[]): number => tasks.reduce((sum, task) => sum + 1 + countTasks(task.tasks), 0)
