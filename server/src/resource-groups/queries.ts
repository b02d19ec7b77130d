import { sql } from 'kysely'
import type { Assignment, ResourceGroup } from '@steward/contract/resource-groups/schemas'
import { packagePercentage } from '@steward/contract/rules/resource-group-packages'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { NewRow, RowUpdate } from '../db/types.ts'
import { type StoredPackage, packagesOf } from './packages.ts'
import type { ProductWithGroups } from './products.ts'

interface Row {
  resource_group_id: string
  resource_group_name: string
  product_code: ProductWithGroups
  all_access: boolean
  is_default: boolean
  resource_group_package_id: string | null
  created_at: Date
  version: number
  groups: ResourceGroup['groups']
}

const select = (tenantId: string) => sql`
  select r.resource_group_id, r.resource_group_name, r.product_code, r.all_access, r.is_default, r.resource_group_package_id,
         r.created_at, r.version, coalesce(assigned.groups, '[]'::json) as groups
    from resource_group r
         left join (select rg.resource_group_id,
                           json_agg(json_build_object('groupId', g.group_id, 'groupName', g.group_name, 'isEnabled', g.status = 'Enabled')
                                    order by g.group_name_key) as groups
                      from resource_group_group rg join user_group g on g.tenant_id = rg.tenant_id and g.group_id = rg.group_id
                     where rg.tenant_id = ${tenantId}::uuid
                     group by rg.resource_group_id) assigned using (resource_group_id)
   where r.tenant_id = ${tenantId}::uuid`

/**
 * The resource groups of a product by name.
 * @param packages of the product, as they are now
 */
export async function readResourceGroups(
  tx: TenantTransaction,
  productCode: ProductWithGroups,
  packages: readonly StoredPackage[],
): Promise<ResourceGroup[]> {
  const { rows } = await sql<Row>`${select(tenantIdOf(tx))} and r.product_code = ${productCode} order by r.resource_group_name_key`.execute(
    tx,
  )
  // Once per package, not for each of a thousand resource groups.
  const shares = new Map(packages.map(({ resourceGroupPackageId: id }) => [id, packagePercentage(id, packages)]))
  return rows.map((row) => toResourceGroup(row, shares.get(row.resource_group_package_id ?? '') ?? 0))
}

export async function findResourceGroup(tx: TenantTransaction, resourceGroupId: string): Promise<ResourceGroup | undefined> {
  const { rows } = await sql<Row>`${select(tenantIdOf(tx))} and r.resource_group_id = ${resourceGroupId}`.execute(tx)
  const [row] = rows
  return row && toResourceGroup(row, packagePercentage(row.resource_group_package_id, await packagesOf(tx, row.product_code)))
}

/** The version of the packages of a product's resource groups; 0 before the first change. */
export async function productVersion(tx: TenantTransaction, productCode: ProductWithGroups): Promise<number> {
  const row = await tx.selectFrom('resource_group_product').select('version').where('product_code', '=', productCode).executeTakeFirst()
  return row?.version ?? 0
}

/** The current allocations; read after `lockProduct`, so that they can't change. */
export const assignmentsOf = (tx: TenantTransaction, productCode: ProductWithGroups) =>
  tx
    .selectFrom('resource_group')
    .select(['resource_group_id', 'resource_group_package_id', 'is_default'])
    .where('product_code', '=', productCode)
    .execute()

/** Locks a resource group of a product. */
export const lockResourceGroup = (tx: TenantTransaction, productCode: ProductWithGroups, resourceGroupId: string) =>
  tx
    .selectFrom('resource_group')
    .select(['resource_group_id', 'resource_group_name', 'all_access', 'version'])
    .where('product_code', '=', productCode)
    .where('resource_group_id', '=', resourceGroupId)
    .forUpdate()
    .executeTakeFirst()

/** Sets the assignments of a locked product; only writes the differences. */
export async function writeAssignments(
  tx: TenantTransaction,
  productCode: ProductWithGroups,
  wanted: readonly Assignment[],
): Promise<void> {
  // A map with a lookup per row: a join would depend on the planner's row estimate, which is too low after a long list.
  const packages = JSON.stringify(Object.fromEntries(wanted.map((one) => [one.resourceGroupId, one.resourceGroupPackageId])))
  const packageId = sql<string | null>`${packages}::jsonb ->> resource_group_id::text`
  const defaultId = wanted.find((one) => one.default)?.resourceGroupId ?? null
  // At most one can be the default at any moment, so the previous one is cleared first.
  await tx
    .updateTable('resource_group')
    .set({ is_default: false })
    .where('product_code', '=', productCode)
    .where('is_default', '=', true)
    .where(sql<boolean>`resource_group_id is distinct from ${defaultId}::uuid`)
    .execute()
  const isDefault = sql<boolean>`resource_group_id is not distinct from ${defaultId}::uuid`
  await tx
    .updateTable('resource_group')
    .set({ resource_group_package_id: packageId, is_default: isDefault })
    .where('product_code', '=', productCode)
    .where(sql<boolean>`(resource_group_package_id is distinct from (${packageId}) or is_default is distinct from (${isDefault}))`)
    .execute()
}

/** The groups among these that the tenant doesn't have. */
export async function unknownGroups(tx: TenantTransaction, groupIds: readonly string[]): Promise<string[]> {
  if (groupIds.length === 0) return []
  const rows = await tx.selectFrom('user_group').select('group_id').where('group_id', 'in', groupIds).execute()
  const known = new Set(rows.map((row) => row.group_id))
  return groupIds.filter((id) => !known.has(id.toLowerCase()))
}

/** Sets the groups of a resource group; only writes the differences. */
export async function setGroups(tx: TenantTransaction, resourceGroupId: string, groupIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('resource_group_group')
    .where('resource_group_id', '=', resourceGroupId)
    .where(sql<boolean>`group_id <> all(${groupIds}::uuid[])`)
    .execute()
  if (groupIds.length === 0) return
  await tx
    .insertInto('resource_group_group')
    .columns(['tenant_id', 'resource_group_id', 'group_id'])
    .expression(sql`select distinct ${tenantIdOf(tx)}::uuid, ${resourceGroupId}::uuid, id from unnest(${groupIds}::uuid[]) id`)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A row as a contract resource group. */
const toResourceGroup = (row: Row, share: number): ResourceGroup => ({
  resourceGroupId: row.resource_group_id,
  name: row.resource_group_name,
  allAccess: row.all_access,
  groups: row.groups,
  default: row.is_default,
  resourceGroupPackage: row.resource_group_package_id === null ? null : { resourceGroupPackageId: row.resource_group_package_id },
  packagePercentage: share,
  createdAt: row.created_at.toISOString(),
  version: row.version,
})

/** Returns the id. */
export async function insertResourceGroup(tx: TenantTransaction, group: Omit<NewRow<'resource_group'>, 'tenant_id'>): Promise<string> {
  const { resource_group_id: id } = await tx
    .insertInto('resource_group')
    .values({ tenant_id: tenantIdOf(tx), ...group })
    .returning('resource_group_id')
    .executeTakeFirstOrThrow()
  return id
}

export async function changeResourceGroup(tx: TenantTransaction, id: string, changed: RowUpdate<'resource_group'>): Promise<void> {
  await tx.updateTable('resource_group').set(changed).where('resource_group_id', '=', id).execute()
}

export async function deleteResourceGroup(tx: TenantTransaction, id: string): Promise<void> {
  await tx.deleteFrom('resource_group').where('resource_group_id', '=', id).execute()
}
