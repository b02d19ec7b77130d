import { type Kysely, sql } from 'kysely'
import type { CsvSource } from '../../db/csv-copy.ts'
import { type TenantTransaction, tenantIdOf } from '../../db/tenant.ts'
import type { Database } from '../../db/types.ts'
import type { RateSource } from './source.ts'

/** The rate of a currency against the anchor, as of a day. */
export interface Quote {
  currencyCode: string
  currencyName: string
  /** Units of the currency that one unit of the anchor buys. */
  exchangeRate: string
  /** undefined for the anchor, whose rate is always 1. */
  asOfDate: string | undefined
}

/** After every date. */
const endOfTime = 'infinity'

/**
 * The newest rate of each currency on or before a day, one lookup in the index for each, so that the number of rates doesn't matter.
 * `codes` limits the currencies.
 */
const newestRates = (tenantId: string, vintageId: string, asOfDate: string | undefined, codes?: readonly string[]) => sql`
  currency_vintage_currency covered
  cross join lateral (
    select r.as_of_date, trim_scale(r.exchange_rate) as exchange_rate from currency_rate r
     where r.tenant_id = ${tenantId}::uuid and r.currency_vintage_id = ${vintageId}::uuid and r.currency_code = covered.currency_code
       and r.as_of_date <= ${asOfDate ?? endOfTime}::date
     order by r.as_of_date desc limit 1) newest
  where covered.tenant_id = ${tenantId}::uuid and covered.currency_vintage_id = ${vintageId}::uuid
    and ${codes ? sql`covered.currency_code = any(${codes}::text[])` : sql`true`}`

/** The quotes of a vintage as of a day, with the anchor's, by code. */
export async function readQuotes(
  tx: TenantTransaction,
  { currencyVintageId, anchorCurrencyCode }: RateSource,
  asOfDate: string | undefined,
  codes?: readonly string[],
): Promise<Quote[]> {
  const tenantId = tenantIdOf(tx)
  const { rows } = await sql<{ currency_code: string; currency_name: string; exchange_rate: string; as_of_date: string | null }>`
    select c.currency_code, c.currency_name, given.exchange_rate, given.as_of_date
      from (select covered.currency_code, newest.exchange_rate, newest.as_of_date
              from ${newestRates(tenantId, currencyVintageId, asOfDate, codes)} and covered.currency_code <> ${anchorCurrencyCode}
            union all select ${anchorCurrencyCode}, 1, null) given
      join currency c on c.tenant_id = ${tenantId}::uuid and c.currency_code = given.currency_code`.execute(tx)
  return rows
    .map((row) => ({
      currencyCode: row.currency_code,
      currencyName: row.currency_name,
      exchangeRate: row.exchange_rate,
      asOfDate: row.as_of_date ?? undefined,
    }))
    .toSorted((a, b) => (a.currencyCode < b.currencyCode ? -1 : 1))
}

/** The rates of these currencies as an upload takes them: of all days, or the newest on or before a day. */
export function exportedRates(
  kysely: Kysely<Database>,
  tenantId: string,
  { currencyVintageId }: RateSource,
  { codes, asOfDate }: { codes: readonly string[]; asOfDate?: string },
): CsvSource {
  const rates =
    asOfDate === undefined
      ? sql`(select r.currency_code, r.as_of_date, trim_scale(r.exchange_rate) as exchange_rate from currency_rate r
              where r.tenant_id = ${tenantId}::uuid and r.currency_vintage_id = ${currencyVintageId}::uuid
                and r.currency_code = any(${codes}::text[]))`
      : sql`(select covered.currency_code, newest.as_of_date, newest.exchange_rate
               from ${newestRates(tenantId, currencyVintageId, asOfDate, codes)})`
  return {
    rows: sql`
      select csv_text(rate.currency_code) as "currencyCode", rate.as_of_date as "asOfDate", rate.exchange_rate as "exchangeRate"
        from ${rates} rate order by rate.currency_code, rate.as_of_date`.compile(kysely),
    // Counting them would take as long as the file, and the count is shown nowhere.
    count: sql<{ n: number }>`select 0 as n`.compile(kysely),
  }
}
