import { type RawBuilder, sql } from 'kysely'
import { resourceGroupsThrough } from '../access/held-roles.ts'
import type { Subject } from '../access/permission-inputs.ts'
import { executePrepared } from '../db/prepared.ts'
import { type Actor, type TenantTransaction, tenantIdOf } from '../db/tenant.ts'

/** The resource groups of this product decide who sees a job. */
export const jobProductCode = 'RI-DATAADMIN'

/** Whose jobs someone sees: those of some resource groups, or all, also without one. */
export type Visibility = { all: true } | { all: false; resourceGroupIds: readonly string[] }

/** Others than users and API keys are in no group. */
export const subjectOf = ({ type, id }: Actor): Subject => ({ type: type === 'key' ? 'key' : 'user', id })

const memberOf = (tenantId: string, { type, id }: Subject) =>
  type === 'user'
    ? sql`(select * from group_member where tenant_id = ${tenantId}::uuid and user_id = ${id}::uuid) gm`
    : sql`(select * from api_key_group where tenant_id = ${tenantId}::uuid and api_key_id = ${id}::uuid) gm`

const isAdministrator = (tenantId: string, subject: Subject) => sql<boolean>`
  exists (select from ${memberOf(tenantId, subject)}
                 join user_group g on g.tenant_id = gm.tenant_id and g.group_id = gm.group_id and g.status = 'Enabled'
                 join group_role gr on gr.tenant_id = g.tenant_id and gr.group_id = g.group_id
                 join role r on r.tenant_id = gr.tenant_id and r.role_id = gr.role_id and r.is_administrator)`

const joined = (tenantId: string, subject: Subject) => sql`
  select rg.resource_group_id from resource_group rg
   where rg.tenant_id = ${tenantId}::uuid and rg.product_code = ${jobProductCode}
     and (rg.all_access or rg.resource_group_id in (${resourceGroupsThrough(memberOf(tenantId, subject))}))`

/** What the actor of a transaction sees. */
export async function readVisibility(tx: TenantTransaction, actor: Actor): Promise<Visibility> {
  const tenantId = tenantIdOf(tx)
  const subject = subjectOf(actor)
  const { rows } = await executePrepared(
    tx,
    sql<{ all: boolean; ids: string[] }>`
    select ${isAdministrator(tenantId, subject)} as all, array(${joined(tenantId, subject)} order by 1) as ids`,
  )
  const [row] = rows
  return row?.all ? { all: true } : { all: false, resourceGroupIds: row?.ids ?? [] }
}

export const isVisible = (visibility: Visibility, resourceGroupId: string | null): boolean =>
  visibility.all || (resourceGroupId !== null && visibility.resourceGroupIds.includes(resourceGroupId))

/** The condition that someone sees a job, for statements that run later; `job` is the alias `j`. */
export const visibleTo = (tenantId: string, subject: Subject): RawBuilder<boolean> =>
  sql<boolean>`((select ${isAdministrator(tenantId, subject)}) or j.resource_group_id in (${joined(tenantId, subject)}))`
