import type { JobReport } from '@steward/contract/jobs/schemas'
import { asOwner } from '../db/tenant.ts'
import type { TestApp, TestTenant, TestUser } from './app.ts'
import { buildJobReport, buildJobResourceGroup, jobsToken, sendJobs } from './jobs.ts'

/** What someone needs for the job log, besides a group in a resource group of Data Admin. */
export const jobLogActions = ['ViewSystemLog', 'DataAdmin.ViewJobLog'] as const
export const jobActions = ['ViewSystemLog', 'DataAdmin.ManageJobs'] as const

/** A user with a group of their own in these resource groups. */
export async function buildMember(
  test: TestApp,
  tenant: TestTenant,
  resourceGroupIds: readonly string[],
  actions: readonly string[] = jobLogActions,
): Promise<TestUser & { groupId: string }> {
  const user = await test.buildUser(tenant)
  const { roleId } = await test.buildRole(tenant, { actions: [...actions] })
  const { groupId } = await test.buildGroup(tenant, { members: [user], roleIds: [roleId] })
  const links = resourceGroupIds.map((resource_group_id) => ({ tenant_id: tenant.tenantId, resource_group_id, group_id: groupId }))
  if (links.length > 0) {
    await asOwner(test.db, 'operator', (tx) => tx.insertInto('resource_group_group').values(links).execute(), {
      tenantId: tenant.tenantId,
    })
  }
  return { ...user, groupId }
}

export async function buildTag(test: TestApp, tenant: TestTenant, tagName: string, isActive = true): Promise<string> {
  const by = { created_by: 'ada', updated_by: 'ada' }
  const row = await asOwner(
    test.db,
    'operator',
    (tx) =>
      tx
        .insertInto('tag')
        .values({ tenant_id: tenant.tenantId, tag_name: tagName, is_active: isActive, ...by })
        .returning('tag_id')
        .executeTakeFirstOrThrow(),
    { tenantId: tenant.tenantId },
  )
  return row.tag_id
}

/** A tenant with two resource groups of Data Admin, and a product that reports jobs. */
export async function buildJobTenant(test: TestApp) {
  const tenant = await test.buildTenant()
  const { roleId } = await test.buildRole(tenant, { actions: [...jobActions] })
  // In no resource group: administrators see all jobs.
  await test.buildGroup(tenant, { members: [tenant.administrator], roleIds: [roleId] })
  const [ours, theirs] = [
    await buildJobResourceGroup(test, tenant, { name: 'Ours' }),
    await buildJobResourceGroup(test, tenant, { name: 'Theirs' }),
  ]
  const product = await jobsToken(test, tenant)
  const report = async (...wanted: Partial<JobReport>[]): Promise<JobReport[]> => {
    const jobs = wanted.map((one) => buildJobReport(one))
    const answer = await sendJobs(test, product, tenant, jobs)
    if (answer.status !== 200) throw new Error(`the report was refused: ${JSON.stringify(answer.body)}`)
    return jobs
  }
  return { tenant, ours, theirs, product, report, administrator: await test.signIn(tenant, tenant.administrator) }
}

export type JobTenant = Awaited<ReturnType<typeof buildJobTenant>>
