import { sql } from 'kysely'
import type { schemeFields } from '@steward/contract/reference-data/constants'
import type { CurrencyScheme } from '@steward/contract/reference-data/currencies-schemas'
import { type TenantTransaction, tenantIdOf } from '../../db/tenant.ts'
import type { Table } from '../tables/table.ts'

/** The stored fields of a scheme. */
export interface StoredScheme {
  currency_scheme_id: string
  currency_scheme_code: string
  currency_scheme_key: string
  currency_scheme_name: string
  anchor_currency_code: string
  source_name: string
  external_id: string
  update_interval_in_days: number
  is_active: boolean
  is_default: boolean
  version: number
}

/** A scheme with what its vintages tell. */
export interface SchemeRow extends StoredScheme {
  created_by: string
  created_at: Date
  updated_by: string
  updated_at: Date
  vintage_count: number
  has_rates: boolean
  newest_vintage: string | null
  newest_published_at: Date | null
}

export const schemeTable: Table<(typeof schemeFields)[number]> = {
  fields: {
    currencySchemeCode: { type: 'text', column: sql`s.currency_scheme_code` },
    currencySchemeName: { type: 'text', column: sql`s.currency_scheme_name` },
    anchorCurrencyCode: { type: 'text', column: sql`s.anchor_currency_code` },
    sourceName: { type: 'text', column: sql`s.source_name` },
    externalId: { type: 'text', column: sql`s.external_id` },
    updateIntervalInDays: { type: 'number', column: sql`s.update_interval_in_days` },
    isActive: { type: 'boolean', column: sql`s.is_active` },
    isDefault: { type: 'boolean', column: sql`s.is_default` },
    createDate: { type: 'time', column: sql`s.created_at` },
    createUserId: { type: 'text', column: sql`s.created_by` },
    updateDate: { type: 'time', column: sql`s.updated_at` },
    updateUserId: { type: 'text', column: sql`s.updated_by` },
  },
  rowsOf: (tenantId) => sql`currency_scheme s where s.tenant_id = ${tenantId}::uuid`,
  key: sql`s.currency_scheme_key`,
}

const storedColumns = sql`
  s.currency_scheme_id, s.currency_scheme_code, s.currency_scheme_key, s.currency_scheme_name, s.anchor_currency_code, s.source_name,
  s.external_id, s.update_interval_in_days, s.is_active, s.is_default, s.version`

const vintagesOfScheme = sql`from currency_vintage v where v.tenant_id = s.tenant_id and v.currency_scheme_id = s.currency_scheme_id`
const newestOfScheme = sql`${vintagesOfScheme} and v.status = 'Published' order by v.published_at desc, v.vintage_key desc limit 1`

export const schemeColumns = sql`
  ${storedColumns}, s.created_by, s.created_at, s.updated_by, s.updated_at,
  (select count(*)::int ${vintagesOfScheme}) as vintage_count,
  exists (select ${vintagesOfScheme} and v.rate_count > 0) as has_rates,
  (select v.vintage ${newestOfScheme}) as newest_vintage,
  (select v.published_at ${newestOfScheme}) as newest_published_at`

export async function findScheme(tx: TenantTransaction, code: string): Promise<SchemeRow | undefined> {
  const { rows } = await sql<SchemeRow>`
    select ${schemeColumns} from currency_scheme s
     where s.tenant_id = ${tenantIdOf(tx)}::uuid and s.currency_scheme_key = lower(${code})`.execute(tx)
  return rows[0]
}

/** Locks all schemes of the tenant for a change: what one of them becomes depends on the others. */
export async function lockSchemes(tx: TenantTransaction): Promise<void> {
  const tenantId = tenantIdOf(tx)
  await sql`
    select count(*) from (select from currency_scheme s where s.tenant_id = ${tenantId}::uuid
                           order by s.currency_scheme_id for no key update) locked`.execute(tx)
}

/** Schemes by their keys. */
export async function readSchemes(tx: TenantTransaction, keys: readonly string[]): Promise<StoredScheme[]> {
  const { rows } = await sql<StoredScheme>`
    select ${storedColumns} from currency_scheme s
     where s.tenant_id = ${tenantIdOf(tx)}::uuid and s.currency_scheme_key = any(${keys}::text[])`.execute(tx)
  return rows
}

/** What the rules of schemes ask for, of each scheme of the tenant. */
export const readAllSchemes = (tx: TenantTransaction) =>
  tx.selectFrom('currency_scheme').select(['currency_scheme_id', 'anchor_currency_code', 'is_active', 'is_default']).execute()

export async function readDefaultScheme(tx: TenantTransaction): Promise<StoredScheme | undefined> {
  const { rows } = await sql<StoredScheme>`
    select ${storedColumns} from currency_scheme s where s.tenant_id = ${tenantIdOf(tx)}::uuid and s.is_default`.execute(tx)
  return rows[0]
}

/** Currencies by code, and whether they are active; they stay so until this transaction ends. */
export async function readAnchors(tx: TenantTransaction, codes: readonly string[]): Promise<Map<string, boolean>> {
  const rows = await tx
    .selectFrom('currency')
    .select(['currency_code', 'is_active'])
    .where(sql<boolean>`currency_code = any(${codes}::text[])`)
    .orderBy('currency_code')
    .forShare()
    .execute()
  return new Map(rows.map((row) => [row.currency_code, row.is_active]))
}

/** What keeps the anchors of schemes: their rates, and uploads that will bring some. Locks the vintages against new rates. */
export async function readAnchored(tx: TenantTransaction, schemeIds: readonly string[]): Promise<Map<string, 'rates' | 'upload'>> {
  const tenantId = tenantIdOf(tx)
  const ofSchemes = sql`v.tenant_id = ${tenantId}::uuid and v.currency_scheme_id = any(${schemeIds}::uuid[])`
  await sql`select from currency_vintage v where ${ofSchemes} order by v.currency_vintage_id for update`.execute(tx)
  const { rows } = await sql<{ currency_scheme_id: string; has_rates: boolean; is_uploading: boolean }>`
    select v.currency_scheme_id, bool_or(v.rate_count > 0) as has_rates,
           bool_or(exists (select from rate_upload u where u.tenant_id = v.tenant_id and u.currency_vintage_id = v.currency_vintage_id
                              and u.status in ('receiving', 'queued', 'reading', 'storing'))) as is_uploading
      from currency_vintage v where ${ofSchemes} group by v.currency_scheme_id`.execute(tx)
  const anchored = new Map<string, 'rates' | 'upload'>()
  for (const { currency_scheme_id: id, has_rates, is_uploading } of rows) {
    if (has_rates) anchored.set(id, 'rates')
    else if (is_uploading) anchored.set(id, 'upload')
  }
  return anchored
}

const dayMs = 24 * 60 * 60 * 1000

/** A row as a contract scheme. */
export function toScheme(row: SchemeRow, now: Date): CurrencyScheme {
  const isExpecting = row.is_active && row.update_interval_in_days > 0
  const since = row.newest_published_at ?? row.created_at
  const dueAt = isExpecting ? new Date(since.getTime() + row.update_interval_in_days * dayMs) : null
  return {
    currencySchemeId: row.currency_scheme_id,
    currencySchemeCode: row.currency_scheme_code,
    currencySchemeName: row.currency_scheme_name,
    anchorCurrencyCode: row.anchor_currency_code,
    sourceName: row.source_name,
    externalId: row.external_id,
    updateIntervalInDays: row.update_interval_in_days,
    isActive: row.is_active,
    isDefault: row.is_default,
    createDate: row.created_at.toISOString(),
    createUserId: row.created_by,
    updateDate: row.updated_at.toISOString(),
    updateUserId: row.updated_by,
    version: row.version,
    vintageCount: row.vintage_count,
    newestVintage: row.newest_vintage,
    newestPublishedAt: row.newest_published_at?.toISOString() ?? null,
    hasRates: row.has_rates,
    isDue: dueAt !== null && dueAt <= now,
    dueAt: dueAt?.toISOString() ?? null,
  }
}
