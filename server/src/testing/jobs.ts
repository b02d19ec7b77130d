import type { ProductCode } from '@steward/contract/catalog/products'
import { ingestJobs } from '@steward/contract/jobs/endpoints'
import type { JobReport } from '@steward/contract/jobs/schemas'
import { asOwner } from '../db/tenant.ts'
import { createServiceToken } from '../service-tokens/operator.ts'
import { completeJobReport } from './job-report.ts'
import type { TestAnswer, TestApp, TestTenant } from './app.ts'

let count = 0

/** A token for reporting jobs; for every tenant and product by default. */
export async function jobsToken(test: TestApp, tenant: TestTenant | null = null, productCode?: ProductCode): Promise<string> {
  const wanted = { tokenName: `jobs ${++count}`, tenant, scopes: ['jobs'] as const, productCode, expiresAt: null }
  return (await createServiceToken(test.db, wanted)).token
}

/** A report of a job that runs; each call is about another job unless told, and newer than the calls before. */
export function buildJobReport(wanted: Partial<JobReport> = {}): JobReport {
  const sequence = ++count
  const createdAt = new Date(Date.now() - 60_000).toISOString()
  return completeJobReport({ jobId: `JOB-${String(sequence).padStart(6, '0')}`, sequence, createdAt, ...wanted })
}

/** Reports jobs as a product does. */
export function sendJobs(test: TestApp, token: string, tenant: TestTenant, jobs: readonly JobReport[]): Promise<TestAnswer> {
  return test.call(ingestJobs, { body: { tenantName: tenant.tenantName, jobs: [...jobs] } }, { token })
}

/** A resource group of Data Admin, which decides who sees a job, or of another product. */
export async function buildJobResourceGroup(
  test: TestApp,
  tenant: TestTenant,
  { name = `Desk ${++count}`, productCode = 'RI-DATAADMIN', allAccess = false } = {},
): Promise<string> {
  const values = { tenant_id: tenant.tenantId, product_code: productCode, resource_group_name: name, all_access: allAccess }
  const row = await asOwner(test.db, 'operator', (tx) =>
    tx.insertInto('resource_group').values(values).returning('resource_group_id').executeTakeFirstOrThrow(),
  )
  return row.resource_group_id
}
