import { sql } from 'kysely'
import type { currencyFields } from '@steward/contract/reference-data/constants'
import type { Currency } from '@steward/contract/reference-data/currencies-schemas'
import { type TenantTransaction, tenantIdOf } from '../../db/tenant.ts'
import type { Table } from '../tables/table.ts'

/** A currency as read by the queries of this folder. */
export interface CurrencyRow {
  currency_code: string
  currency_name: string
  is_active: boolean
  created_by: string
  created_at: Date
  updated_by: string
  updated_at: Date
  version: number
}

export const currencyTable: Table<(typeof currencyFields)[number]> = {
  fields: {
    currencyCode: { type: 'text', column: sql`c.currency_code` },
    currencyName: { type: 'text', column: sql`c.currency_name` },
    isActive: { type: 'boolean', column: sql`c.is_active` },
    createdBy: { type: 'text', column: sql`c.created_by` },
    createdAt: { type: 'time', column: sql`c.created_at` },
    updatedBy: { type: 'text', column: sql`c.updated_by` },
    updatedAt: { type: 'time', column: sql`c.updated_at` },
  },
  rowsOf: (tenantId) => sql`currency c where c.tenant_id = ${tenantId}::uuid`,
  key: sql`c.currency_code`,
}

export const currencyColumns = sql`
  c.currency_code, c.currency_name, c.is_active, c.created_by, c.created_at, c.updated_by, c.updated_at, c.version`

/** Currencies by their codes, locked for a change in an order that all changes have. */
export async function lockCurrencies(tx: TenantTransaction, codes: readonly string[]): Promise<CurrencyRow[]> {
  const { rows } = await sql<CurrencyRow>`
    select ${currencyColumns} from currency c where c.tenant_id = ${tenantIdOf(tx)}::uuid and c.currency_code = any(${codes}::text[])
     order by c.currency_code for no key update`.execute(tx)
  return rows
}

/** Which of these currencies anchor an active scheme. */
export async function anchorsAmong(tx: TenantTransaction, codes: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('currency_scheme')
    .select('anchor_currency_code')
    .distinct()
    .where('is_active', '=', true)
    .where(sql<boolean>`anchor_currency_code = any(${codes}::text[])`)
    .execute()
  return new Set(rows.map(({ anchor_currency_code }) => anchor_currency_code))
}

/** A row as a contract currency. */
export const toCurrency = (row: CurrencyRow): Currency => ({
  currencyCode: row.currency_code,
  currencyName: row.currency_name,
  isActive: row.is_active,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  updatedBy: row.updated_by,
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})
