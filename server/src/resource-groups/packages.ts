import { sql } from 'kysely'
import { derivedPackages, dividedProducts } from '@steward/contract/catalog/packages'
import type { SentPackage } from '@steward/contract/licenses/schemas'
import type { listResourceGroupPackagesResponse } from '@steward/contract/resource-groups/schemas'
import type { z } from 'zod'
import { type TenantTransaction, noteChange, tenantIdOf } from '../db/tenant.ts'
import { lockProduct } from './lock.ts'

/** The packages of a tenant's resource groups: sent with the license, or derived from it until they are (docs/adr/019). */

export type StoredPackage = z.output<typeof listResourceGroupPackagesResponse>['items'][number]

const packageRows = (tx: TenantTransaction) =>
  tx
    .selectFrom('resource_group_package')
    .select(['product_code', 'package_id', 'package_name', 'is_uncreatable', 'definitions'])
    .where('tenant_id', '=', tenantIdOf(tx))
    .orderBy(sql`length(package_id)`)
    .orderBy('package_id')

type PackageRow = Awaited<ReturnType<ReturnType<typeof packageRows>['execute']>>[number]

const toPackage = (row: PackageRow): StoredPackage => ({
  resourceGroupPackageId: row.package_id,
  packageName: row.package_name,
  isUncreatable: row.is_uncreatable,
  // Written below, from checked rows.
  definitions: row.definitions as StoredPackage['definitions'],
})

/** The packages of a product, in the order of their ids. */
export const packagesOf = async (tx: TenantTransaction, productCode: string): Promise<StoredPackage[]> =>
  (await packageRows(tx).where('product_code', '=', productCode).execute()).map(toPackage)

/** The packages of all products, by its code. */
export async function packagesByProduct(tx: TenantTransaction): Promise<ReadonlyMap<string, StoredPackage[]>> {
  const rows = Map.groupBy(await packageRows(tx).execute(), (row) => row.product_code)
  return new Map([...rows].map(([productCode, own]) => [productCode, own.map(toPackage)]))
}

interface Counts {
  created: number
  updated: number
  removed: number
}

/** Inserts and updates packages; returns what changed. */
async function upsert(
  tx: TenantTransaction,
  tenantId: string,
  rows: readonly SentPackage[],
  isDerived: boolean,
): Promise<Omit<Counts, 'removed'>> {
  const { rows: written } = await sql<{ is_new: boolean }>`
    insert into resource_group_package as p (tenant_id, product_code, package_id, package_name, is_uncreatable, definitions, is_derived)
    select ${tenantId}::uuid, "productCode", "resourceGroupPackageId", "packageName", "isUncreatable", definitions, ${isDerived}::boolean
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as r ("productCode" text, "resourceGroupPackageId" text, "packageName" text, "isUncreatable" boolean, definitions jsonb)
    on conflict (tenant_id, product_code, package_id) do update
       set (package_name, is_uncreatable, definitions, is_derived)
         = (excluded.package_name, excluded.is_uncreatable, excluded.definitions, excluded.is_derived)
     where (p.package_name, p.is_uncreatable, p.definitions, p.is_derived)
           is distinct from (excluded.package_name, excluded.is_uncreatable, excluded.definitions, excluded.is_derived)
    returning xmax = 0 as is_new`.execute(tx)
  const created = written.filter((row) => row.is_new).length
  if (written.length > 0) noteChange(tx, 'resource_group_package')
  return { created, updated: written.length - created }
}

/**
 * Writes the packages that were sent. Derived ones of the same products go, and with `isComplete` all others that were sent; one
 * that a resource group has stays, but is no longer offered.
 */
export async function writePackages(
  tx: TenantTransaction,
  tenantId: string,
  rows: readonly SentPackage[],
  isComplete: boolean,
): Promise<Counts> {
  const codes = [...new Set(rows.map((row) => row.productCode))]
  const affected = new Set([...codes, ...(isComplete ? (await packagesByProduct(tx)).keys() : [])])
  // No allocation takes a package while it goes.
  for (const productCode of [...affected].toSorted()) await lockProduct(tx, tenantId, productCode)
  const ids = JSON.stringify(rows.map((row) => [row.productCode, row.resourceGroupPackageId]))
  const left = sql`p.tenant_id = ${tenantId}::uuid and not ${ids}::jsonb @> jsonb_build_array(jsonb_build_array(p.product_code, p.package_id))
    and case when p.is_derived then p.product_code = any(${codes}::text[]) else ${isComplete}::boolean end`
  const isHeld = sql`exists (select from resource_group g where g.tenant_id = ${tenantId}::uuid and g.product_code = p.product_code
    and g.resource_group_package_id = p.package_id)`
  const removed = await sql`delete from resource_group_package p where ${left} and not ${isHeld}`.execute(tx)
  const closed = await sql`
    update resource_group_package p set is_uncreatable = true, is_derived = false
     where ${left} and ${isHeld} and not (p.is_uncreatable and not p.is_derived)`.execute(tx)
  const gone = Number(removed.numAffectedRows ?? 0) + Number(closed.numAffectedRows ?? 0)
  if (gone > 0) noteChange(tx, 'resource_group_package')
  return { ...(await upsert(tx, tenantId, rows, false)), removed: gone }
}

/** Every tenant has Data Admin, also without a license. */
const withoutLicense = 'RI-DATAADMIN'

/**
 * Derives the packages of each licensed product from its licensed package and the company's quotas; those of products whose
 * packages were sent stay as they are. Called in the transaction that changes either.
 */
export async function derivePackages(tx: TenantTransaction, tenantId: string): Promise<void> {
  const licenses = await tx
    .selectFrom('application_license')
    .select(['product_code', 'package_name'])
    .where('tenant_id', '=', tenantId)
    .execute()
  const quotas = await tx
    .selectFrom('company_quota')
    .select(['product_code', 'quota_name', 'value'])
    .where('tenant_id', '=', tenantId)
    .execute()
  const known = await tx
    .selectFrom('resource_group_package')
    .select(['product_code', 'is_derived'])
    .distinct()
    .where('tenant_id', '=', tenantId)
    .execute()
  const sent = new Set(known.filter((row) => !row.is_derived).map((row) => row.product_code))
  const wanted = new Set([...licenses, ...known].map((row) => row.product_code)).add(withoutLicense)
  const rows = dividedProducts
    .filter((productCode) => wanted.has(productCode) && !sent.has(productCode))
    .flatMap((productCode) =>
      derivedPackages(productCode, {
        packageNames: licenses.filter((row) => row.product_code === productCode).map((row) => row.package_name),
        quotas: new Map(quotas.filter((row) => row.product_code === productCode).map((row) => [row.quota_name, row.value])),
      }).map((one) => ({ ...one, productCode, definitions: [...one.definitions] })),
    )
  await upsert(tx, tenantId, rows, true)
}
