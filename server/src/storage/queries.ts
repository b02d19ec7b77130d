import { archiveBytesOf } from '@steward/contract/catalog/packages'
import { archiveMetric } from '@steward/contract/storage/constants'
import type { TenantTransaction } from '../db/tenant.ts'
import { wholeCompany } from '../usage/ingest.ts'

/** The bytes that the largest license in force allows; null without one, and for packages that the catalog doesn't know. */
export async function readLimit(tx: TenantTransaction, now: Date): Promise<number | null> {
  const licenses = await tx
    .selectFrom('application_license')
    .select('package_name')
    .where('product_code', '=', archiveMetric.productCode)
    .where('start_date', '<=', now)
    .where('end_date', '>', now)
    .execute()
  const limits = licenses.flatMap((license) => archiveBytesOf(license.package_name) ?? [])
  return limits.length === 0 ? null : Math.max(...limits)
}

/** The last reading of the archive, however old it is. */
export async function readLast(tx: TenantTransaction): Promise<{ at: Date; bytes: number } | undefined> {
  const row = await tx
    .selectFrom('usage_hour')
    .select(['value_last', 'last_at'])
    .where('product_code', '=', archiveMetric.productCode)
    .where('metric_name', '=', archiveMetric.metricName)
    .where('resource_group_id', '=', wholeCompany)
    .orderBy('hour', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { at: row.last_at, bytes: row.value_last }
}
