import { type RawBuilder, sql } from 'kysely'
import { products } from '@steward/contract/catalog/products'
import { deriveApps, permissionInputs } from '@steward/contract/rules/apps'
import type { GatheredInputs, Grant, PermissionInputs, RoleInput } from '@steward/contract/rules/permission-inputs'
import { executePrepared } from '../db/prepared.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import { type FlagInputs, type FlagRow, type ServiceFlags, decideFlags, flagRows } from '../flags/permission-inputs.ts'
import { type HeldRole, resourceGroupsThrough, rolesThrough } from './held-roles.ts'

/** The principal of the permissions. */
export interface Subject {
  type: 'user' | 'key'
  id: string
}

type ResourceGroups = GatheredInputs['resourceGroups']

/** The inputs shared by all principals of a tenant. */
export type TenantInputs = Omit<GatheredInputs, 'roles' | 'actions' | 'flags' | 'resourceGroups'>

interface TenantRow {
  licenses: GatheredInputs['licenses']
  federation: GatheredInputs['federation']['state'] | null
  quotas: GatheredInputs['quotas']
}

const license = (kind: string, table: string, tenantId: string) => sql`
  select ${sql.lit(kind)} as kind, product_code, end_date from ${sql.table(table)} where tenant_id = ${tenantId}::uuid`

/** Of thousands of models, those that are products: permissions depend on no others (`permission-rules.ts`). */
const modelLicenses = (tenantId: string) => sql`
  select 'model' as kind, product_code, max(end_date) as end_date from model_entitlement
   where tenant_id = ${tenantId}::uuid and product_code = any (${products.map((product) => product.productCode)}) group by product_code`

const licensesIn = (licenses: RawBuilder<unknown>) => sql`
  (select coalesce(json_agg(json_build_object('kind', kind, 'productCode', product_code,
                              'endDate', to_char(end_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))), '[]'::json)
     from (${licenses}) licenses)`

const tenantColumns = (tenantId: string) => sql`
  ${licensesIn(sql`${license('application', 'application_license', tenantId)} union all ${license('data', 'data_entitlement', tenantId)}
                   union all ${modelLicenses(tenantId)}`)} as licenses,
  (select state from federation_config where tenant_id = ${tenantId}::uuid) as federation,
  (select coalesce(json_agg(json_build_object('productCode', product_code, 'quotaName', quota_name, 'value', value)), '[]'::json)
     from company_quota where tenant_id = ${tenantId}::uuid) as quotas`

/**
 * The resource groups of each product, and those of them that the subject is in.
 * @param member the table that links principals to groups, with the rows of the subject
 */
const resourceGroupsOf = (tenantId: string, member: RawBuilder<unknown>) => sql`
  (select coalesce(json_object_agg(product_code, json_build_object('count', n, 'joined', joined)), '{}'::json)
     from (select rg.product_code, count(*)::int as n,
                  count(*) filter (where subject.is_active and (rg.all_access or rg.resource_group_id in (${resourceGroupsThrough(member)})))::int
                    as joined
             from resource_group rg where rg.tenant_id = ${tenantId}::uuid
            group by rg.product_code) counted)`

function toTenantInputs(row: TenantRow, asOf = new Date().toISOString()): TenantInputs {
  const state = row.federation ?? 'INACTIVE'
  return {
    asOf,
    licenses: row.licenses,
    federation: { state, isFederatedLogin: state === 'ACTIVE' },
    quotas: row.quotas,
  }
}

/** The inputs shared by all principals of the tenant, in one query. */
export async function gatherTenantInputs(tx: TenantTransaction): Promise<TenantInputs> {
  const { rows } = await executePrepared(tx, sql<TenantRow>`select ${tenantColumns(tenantIdOf(tx))}`)
  const row = rows[0]
  if (!row) throw new Error('A select without FROM answers one row')
  return toTenantInputs(row)
}

/** Roles, and their actions with the source of each. */
function grantsOf(held: readonly HeldRole[]): Pick<GatheredInputs, 'roles' | 'actions'> {
  const roles: RoleInput[] = []
  const actions: Record<string, Grant[]> = {}
  for (const { roleId, roleName, isAdministrator, groups, actions: names } of held) {
    roles.push({ roleId, roleName, isAdministrator, groups })
    const grants = groups.map(({ groupId, groupName }) => ({ roleId, roleName, groupId, groupName }))
    for (const name of names ?? []) (actions[name] ??= []).push(...grants)
  }
  return { roles, actions }
}

/** Adds what belongs to a principal to the tenant's inputs: flags, roles and actions, each with its source, and resource groups. */
export function withRoles(
  tenant: TenantInputs,
  flags: FlagInputs,
  held: readonly HeldRole[],
  resourceGroups: ResourceGroups = {},
): PermissionInputs {
  const { roles, actions } = grantsOf(held)
  return permissionInputs({ ...tenant, flags, roles, actions, resourceGroups })
}

/**
 * All inputs for the permissions of a user or an API key, in one query. Disabled users and expired keys have no roles.
 * Undefined if the tenant has no such principal.
 * @param service what another flag service returns for the principal, if one is configured
 * @param asOf the moment that the transaction reads, if it isn't now: licenses and keys that expired since hadn't then
 */
export async function gatherPermissionInputs(
  tx: TenantTransaction,
  subject: Subject,
  service?: ServiceFlags,
  asOf?: string,
): Promise<PermissionInputs | undefined> {
  const tenantId = tenantIdOf(tx)
  const ofTenant = sql`tenant_id = ${tenantId}::uuid`
  const source =
    subject.type === 'user'
      ? sql`(select not is_disabled as is_active from app_user where ${ofTenant} and user_id = ${subject.id})`
      : sql`(select expires_at is null or expires_at > coalesce(${asOf ?? null}::timestamptz, now()) as is_active from api_key where ${ofTenant} and api_key_id = ${subject.id})`
  const member =
    subject.type === 'user'
      ? sql`(select * from group_member where ${ofTenant} and user_id = ${subject.id}) gm`
      : sql`(select * from api_key_group where ${ofTenant} and api_key_id = ${subject.id}) gm`
  const { rows } = await executePrepared(
    tx,
    sql<TenantRow & { is_active: boolean; flags: FlagRow[]; roles: HeldRole[] | null; resource_groups: ResourceGroups }>`
    select subject.is_active, ${tenantColumns(tenantId)}, ${flagRows(tenantId, subject.type === 'user' ? subject.id : null)} as flags,
           case when subject.is_active then ${rolesThrough(member, true)} end as roles,
           ${resourceGroupsOf(tenantId, member)} as resource_groups
      from ${source} subject`,
  )
  const row = rows[0]
  return row && withRoles(toTenantInputs(row, asOf), decideFlags(row.flags, subject.id, service), row.roles ?? [], row.resource_groups)
}

/**
 * Applications and roles of a user, as in a session. Every sign-in waits for this, so it only reads what decides these two;
 * flags don't.
 */
export async function describeUser(tx: TenantTransaction, userId: string): Promise<{ apps: string[]; roles: string[] }> {
  const tenantId = tenantIdOf(tx)
  const ofTenant = sql`tenant_id = ${tenantId}::uuid`
  const member = sql`(select * from group_member where ${ofTenant} and user_id = ${userId}) gm`
  const { rows } = await executePrepared(
    tx,
    sql<{ licenses: GatheredInputs['licenses']; roles: HeldRole[] | null }>`
    select ${licensesIn(license('application', 'application_license', tenantId))} as licenses,
           case when not subject.is_disabled then ${rolesThrough(member, true)} end as roles
      from (select is_disabled from app_user where ${ofTenant} and user_id = ${userId}) subject`,
  )
  const [row] = rows
  if (!row) return { apps: [], roles: [] }
  const grants = grantsOf(row.roles ?? [])
  const apps = deriveApps({ ...grants, licenses: row.licenses, asOf: new Date().toISOString() })
  return { apps: Object.keys(apps), roles: grants.roles.map(({ roleName }) => roleName) }
}
