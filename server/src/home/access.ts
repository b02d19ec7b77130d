import { sql } from 'kysely'
import type { HomeAccess } from '@steward/contract/home/schemas'
import { availableApplications, depthsIn } from '@steward/contract/rules/access-depth'
import { namesOf } from '../access/map.ts'
import { executePrepared } from '../db/prepared.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'

/** The groups of the map; a tenant has at most 100. */
const shownGroups = 12

interface GroupRow {
  group_id: string
  group_name: string
  user_count: number
  action_names: string[]
  total: number
}

/** The enabled groups with most people, and how deep the actions of their roles reach into each application of the tenant. */
export async function readLargestGroups(tx: TenantTransaction, now: Date): Promise<HomeAccess> {
  const tenantId = tenantIdOf(tx)
  const largest = sql<GroupRow>`
    select g.group_id, g.group_name, g.user_count, g.total,
           array(select distinct ra.action_name
                   from group_role gr join role_action ra on ra.tenant_id = gr.tenant_id and ra.role_id = gr.role_id
                  where gr.tenant_id = ${tenantId}::uuid and gr.group_id = g.group_id) as action_names
      from (select group_id, group_name, group_name_key, user_count, count(*) over ()::int as total from user_group
             where tenant_id = ${tenantId}::uuid and status = 'Enabled' order by user_count desc, group_name_key limit ${shownGroups}) g
     order by g.user_count desc, g.group_name_key`
  const licensed = tx.selectFrom('application_license').select(['product_code', 'end_date'])
  const [{ rows: groups }, { rows: licenses }] = await Promise.all([executePrepared(tx, largest), executePrepared(tx, licensed)])
  const applications = availableApplications(
    licenses.map(({ product_code: productCode, end_date: end }) => ({ kind: 'application', productCode, endDate: end.toISOString() })),
    now.toISOString(),
  )
  return {
    applications: applications.map(namesOf),
    groups: groups.map((group) => ({
      groupId: group.group_id,
      groupName: group.group_name,
      status: 'Enabled',
      userCount: group.user_count,
      depths: depthsIn(applications, group.action_names),
    })),
    totalGroups: groups[0]?.total ?? 0,
  }
}
