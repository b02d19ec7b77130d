import { userInfo } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { asOwner, operator } from '../db/tenant.ts'
import { checkLimit } from '../storage/checks.ts'
import { derivePackages } from '../resource-groups/packages.ts'
import { type EventDetails, recordEvent } from '../system-log/record.ts'

/** Application licenses for the operator; not reachable over HTTP. */

export interface OperatorLicense {
  productCode: string
  packageName: string
  startDate: string
  endDate: string
  licensed: boolean
}

/** The application licenses of a tenant, by product and package. */
export async function listOperatorLicenses(db: Db, tenantId: string): Promise<OperatorLicense[]> {
  const rows = await asOwner(
    db,
    'operator',
    (tx) =>
      tx
        .selectFrom('application_license')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .orderBy('product_code')
        .orderBy('package_name')
        .execute(),
    { readOnly: true },
  )
  return rows.map((row) => ({
    productCode: row.product_code,
    packageName: row.package_name,
    startDate: row.start_date.toISOString(),
    endDate: row.end_date.toISOString(),
    licensed: row.end_date.getTime() > Date.now(),
  }))
}

/**
 * Licenses a package of a product until `endDate`, or changes the end of an existing license. Returns the previous end, null
 * for a new one.
 */
export function setLicense(db: Db, tenantId: string, license: { productCode: string; packageName: string; endDate: Date }) {
  const { productCode, packageName, endDate } = license
  return asOwner(
    db,
    'operator',
    async (tx) => {
      const key = { tenant_id: tenantId, product_code: productCode, package_name: packageName }
      const made = await tx
        .insertInto('application_license')
        .values({ ...key, end_date: endDate })
        .onConflict((conflict) => conflict.doNothing())
        .returning('license_id')
        .executeTakeFirst()
      let before: Date | null = null
      if (!made) {
        const row = await tx
          .selectFrom('application_license')
          .select(['license_id', 'end_date'])
          .where('tenant_id', '=', tenantId)
          .where('product_code', '=', productCode)
          .where(sql<boolean>`lower(package_name) = lower(${packageName})`)
          .forUpdate()
          .executeTakeFirstOrThrow()
        before = row.end_date
        if (before.getTime() === endDate.getTime()) return before
        await tx
          .updateTable('application_license')
          .set({ end_date: endDate })
          .where('tenant_id', '=', tenantId)
          .where('license_id', '=', row.license_id)
          .execute()
      }
      await checkLimit(tx, tenantId)
      await derivePackages(tx, tenantId)
      await recordEvent(tx, event({ change: 'set', product: productCode, package: packageName, until: endDate.toISOString() }))
      return before
    },
    { tenantId, actor: operator },
  )
}

/** Removes a license, or all licenses of a product. Returns how many there were. */
export function removeLicenses(db: Db, tenantId: string, productCode: string, packageName?: string): Promise<number> {
  return asOwner(
    db,
    'operator',
    async (tx) => {
      const removed = await tx
        .deleteFrom('application_license')
        .where('tenant_id', '=', tenantId)
        .where('product_code', '=', productCode)
        .$if(packageName !== undefined, (query) => query.where('package_name', '=', packageName ?? ''))
        .returning('package_name')
        .execute()
      if (removed.length > 0) await checkLimit(tx, tenantId)
      for (const row of removed) await recordEvent(tx, event({ change: 'removed', product: productCode, package: row.package_name }))
      return removed.length
    },
    { tenantId, actor: operator },
  )
}

const event = (details: EventDetails) =>
  ({
    kind: 'license_changed',
    outcome: 'success',
    username: `${operator.name} (${userInfo().username})`,
    userAgent: 'steward license',
    details,
  }) as const
