import { sql } from 'kysely'
import type { vintageFields } from '@steward/contract/reference-data/constants'
import type { Vintage } from '@steward/contract/reference-data/currencies-schemas'
import { type TenantTransaction, tenantIdOf } from '../../db/tenant.ts'
import type { Table } from '../tables/table.ts'

/** A vintage as read by the queries of this folder. */
export interface VintageRow {
  currency_vintage_id: string
  currency_scheme_code: string
  vintage: string
  source_name: string
  status: Vintage['status']
  first_as_of_date: string | null
  last_as_of_date: string | null
  currency_count: number
  rate_count: number
  created_by: string
  created_at: Date
  published_by: string | null
  published_at: Date | null
  version: number
}

export const vintageTable: Table<(typeof vintageFields)[number]> = {
  fields: {
    currencySchemeCode: { type: 'text', column: sql`s.currency_scheme_code` },
    vintage: { type: 'text', column: sql`v.vintage` },
    sourceName: { type: 'text', column: sql`v.source_name` },
    status: { type: 'text', column: sql`v.status` },
    firstAsOfDate: { type: 'day', column: sql`v.first_as_of_date` },
    lastAsOfDate: { type: 'day', column: sql`v.last_as_of_date` },
    currencyCount: { type: 'number', column: sql`v.currency_count` },
    rateCount: { type: 'number', column: sql`v.rate_count` },
    createdBy: { type: 'text', column: sql`v.created_by` },
    createdAt: { type: 'time', column: sql`v.created_at` },
    publishedBy: { type: 'text', column: sql`v.published_by` },
    publishedAt: { type: 'time', column: sql`v.published_at` },
  },
  rowsOf: (tenantId) => sql`
    currency_vintage v join currency_scheme s on s.tenant_id = v.tenant_id and s.currency_scheme_id = v.currency_scheme_id
     where v.tenant_id = ${tenantId}::uuid`,
  key: sql`v.currency_vintage_id`,
}

export const vintageColumns = sql`
  v.currency_vintage_id, s.currency_scheme_code, v.vintage, v.source_name, v.status, v.first_as_of_date, v.last_as_of_date,
  v.currency_count, v.rate_count, v.created_by, v.created_at, v.published_by, v.published_at, v.version`

export async function findVintage(tx: TenantTransaction, id: string): Promise<VintageRow | undefined> {
  const { rows } = await sql<VintageRow>`
    select ${vintageColumns} from ${vintageTable.rowsOf(tenantIdOf(tx))} and v.currency_vintage_id = ${id}`.execute(tx)
  return rows[0]
}

export async function findSchemeId(tx: TenantTransaction, code: string): Promise<string | undefined> {
  const scheme = await tx
    .selectFrom('currency_scheme')
    .select('currency_scheme_id')
    .where('currency_scheme_key', '=', sql<string>`lower(${code})`)
    .executeTakeFirst()
  return scheme?.currency_scheme_id
}

/** A vintage locked for a change: new uploads to it wait as well. */
export async function lockVintage(tx: TenantTransaction, schemeId: string, vintage: string) {
  return tx
    .selectFrom('currency_vintage')
    .select(['currency_vintage_id', 'source_name', 'status', 'rate_count', 'version'])
    .where('currency_scheme_id', '=', schemeId)
    .where('vintage_key', '=', sql<string>`lower(${vintage})`)
    .forUpdate()
    .executeTakeFirst()
}

export type LockedVintage = NonNullable<Awaited<ReturnType<typeof lockVintage>>>

const runningStatuses = ['receiving', 'queued', 'reading', 'storing'] as const

/** Whether an upload to the vintage is running. */
export async function isUploading(tx: TenantTransaction, id: string): Promise<boolean> {
  const upload = await tx
    .selectFrom('rate_upload')
    .select('rate_upload_id')
    .where('currency_vintage_id', '=', id)
    .where('status', 'in', runningStatuses)
    .limit(1)
    .executeTakeFirst()
  return upload !== undefined
}

/** A row as a contract vintage. */
export const toVintage = (row: VintageRow): Vintage => ({
  currencySchemeVintageId: row.currency_vintage_id,
  currencySchemeCode: row.currency_scheme_code,
  vintage: row.vintage,
  sourceName: row.source_name,
  status: row.status,
  firstAsOfDate: row.first_as_of_date,
  lastAsOfDate: row.last_as_of_date,
  currencyCount: row.currency_count,
  rateCount: row.rate_count,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  publishedBy: row.published_by,
  publishedAt: row.published_at?.toISOString() ?? null,
  version: row.version,
})

interface NewVintage {
  vintage: string
  sourceName?: string | undefined
  createdBy: string
}

/** A draft; returns its id. */
export async function insertVintage(tx: TenantTransaction, schemeId: string, wanted: NewVintage): Promise<string> {
  const { currency_vintage_id: id } = await tx
    .insertInto('currency_vintage')
    .values({
      tenant_id: tenantIdOf(tx),
      currency_scheme_id: schemeId,
      vintage: wanted.vintage,
      source_name: wanted.sourceName ?? '',
      created_by: wanted.createdBy,
    })
    .returning('currency_vintage_id')
    .executeTakeFirstOrThrow()
  return id
}

interface VintageChange {
  sourceName: string | undefined
  /** Publishes it. */
  publishedBy: string | undefined
}

export async function changeVintage(tx: TenantTransaction, id: string, { sourceName, publishedBy }: VintageChange): Promise<void> {
  await tx
    .updateTable('currency_vintage')
    .set({
      ...(sourceName === undefined ? {} : { source_name: sourceName }),
      ...(publishedBy === undefined ? {} : { status: 'Published', published_by: publishedBy, published_at: sql<Date>`now()` }),
    })
    .where('currency_vintage_id', '=', id)
    .execute()
}

export async function deleteVintage(tx: TenantTransaction, id: string): Promise<void> {
  await tx.deleteFrom('currency_vintage').where('currency_vintage_id', '=', id).execute()
}
