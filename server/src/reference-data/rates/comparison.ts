import { type RawBuilder, sql } from 'kysely'
import type { QueryOf, ResponseOf } from '@steward/contract/http'
import type { compareVintages } from '@steward/contract/reference-data/rates'
import { type TenantTransaction, tenantIdOf } from '../../db/tenant.ts'
import { type RateSource, findSource, newestPublished } from './source.ts'

type Comparison = ResponseOf<typeof compareVintages>
type Wish = QueryOf<typeof compareVintages>
type Counts = Pick<Comparison, 'unchangedRates' | 'addedRates' | 'removedRates' | 'movedRates' | 'movedBeyond'>

/** Days that are listed for each currency. */
const listedDays = 100

const nothing: Counts & Pick<Comparison, 'addedCurrencies' | 'removedCurrencies' | 'differences'> = {
  addedCurrencies: [],
  removedCurrencies: [],
  unchangedRates: 0,
  addedRates: 0,
  removedRates: 0,
  movedRates: 0,
  movedBeyond: 0,
  differences: [],
}

/**
 * What differs between a vintage and another one, by default the one published before.
 * @throws vintage_unknown
 */
export async function compare(tx: TenantTransaction, source: RateSource, wish: Wish): Promise<Comparison> {
  const base = await baseOf(tx, source, wish.base)
  const missingDates = await readMissingDates(tx, source)
  const compared = base ? await readDifferences(tx, source, base, wish) : nothing
  const { movedBeyond, addedRates, removedRates } = compared
  return {
    vintage: source.vintage,
    base: base?.vintage ?? null,
    missingDates,
    ...compared,
    totalDifferences: movedBeyond + addedRates + removedRates,
  }
}

type Base = Pick<RateSource, 'currencyVintageId' | 'vintage'>

/** @throws vintage_unknown */
async function baseOf(tx: TenantTransaction, source: RateSource, named: string | undefined): Promise<Base | undefined> {
  if (named !== undefined) return findSource(tx, { currencySchemeCode: source.currencySchemeCode, vintage: named })
  const tenantId = tenantIdOf(tx)
  const { rows } = await sql<Base>`
    select v.currency_vintage_id as "currencyVintageId", v.vintage from currency_vintage v
     where v.tenant_id = ${tenantId}::uuid and v.currency_scheme_id = ${source.currencySchemeId} and v.status = 'Published'
       and (v.published_at, v.currency_vintage_id) < (
             select coalesce(own.published_at, 'infinity'), own.currency_vintage_id from currency_vintage own
              where own.tenant_id = ${tenantId}::uuid and own.currency_vintage_id = ${source.currencyVintageId}::uuid)
     order by ${newestPublished} limit 1`.execute(tx)
  return rows[0]
}

/** Both vintages are read once, in the order of their keys. */
async function readDifferences(tx: TenantTransaction, source: RateSource, base: Base, { minimumMovePercent, limit, offset }: Wish) {
  const tenantId = tenantIdOf(tx)
  const ratesOf = ({ currencyVintageId }: Base) => sql`
    (select r.currency_code, r.as_of_date, r.exchange_rate from currency_rate r
      where r.tenant_id = ${tenantId}::uuid and r.currency_vintage_id = ${currencyVintageId}::uuid)`
  const currenciesOf = ({ currencyVintageId }: Base) => sql`
    select c.currency_code from currency_vintage_currency c
     where c.tenant_id = ${tenantId}::uuid and c.currency_vintage_id = ${currencyVintageId}::uuid`
  const sorted = (codes: RawBuilder<unknown>) => sql`array(select currency_code from (${codes}) only_there order by currency_code)`
  const { rows } = await sql<Counts & Pick<Comparison, 'addedCurrencies' | 'removedCurrencies' | 'differences'>>`
    with differing as materialized (
      select currency_code, as_of_date, old.exchange_rate as before, new.exchange_rate as after,
             abs(new.exchange_rate - old.exchange_rate) / old.exchange_rate as move,
             abs(new.exchange_rate - old.exchange_rate) * 100 >= ${minimumMovePercent}::numeric * old.exchange_rate as is_beyond
        from ${ratesOf(source)} new full join ${ratesOf(base)} old using (currency_code, as_of_date)
       where new.exchange_rate is distinct from old.exchange_rate),
    counted as (
      select count(*) filter (where before is null) as added, count(*) filter (where after is null) as removed,
             count(move) as moved, count(*) filter (where is_beyond) as beyond
        from differing),
    listed as (
      select * from differing where is_beyond is not false
       order by move desc nulls last, before is null, currency_code, as_of_date limit ${limit} offset ${offset})
    select added as "addedRates", removed as "removedRates", moved as "movedRates", beyond as "movedBeyond",
           (select v.rate_count from currency_vintage v
             where v.tenant_id = ${tenantId}::uuid and v.currency_vintage_id = ${source.currencyVintageId}) - added - moved as "unchangedRates",
           ${sorted(sql`${currenciesOf(source)} except ${currenciesOf(base)}`)} as "addedCurrencies",
           ${sorted(sql`${currenciesOf(base)} except ${currenciesOf(source)}`)} as "removedCurrencies",
           coalesce((select json_agg(json_build_object(
             'kind', case when before is null then 'added' when after is null then 'removed' else 'moved' end,
             'currencyCode', currency_code, 'asOfDate', as_of_date,
             'before', trim_scale(before)::text, 'after', trim_scale(after)::text,
             'movePercent', round((after - before) / before * 100, 2))
             order by move desc nulls last, before is null, currency_code, as_of_date) from listed), '[]'::json) as differences
      from counted`.execute(tx)
  return rows[0] ?? nothing
}

/** Days of the vintage that a currency lacks between its first and its last; the anchor's rate needs no days. */
async function readMissingDates(tx: TenantTransaction, { currencyVintageId, anchorCurrencyCode }: RateSource) {
  const tenantId = tenantIdOf(tx)
  const { rows } = await sql<Comparison['missingDates'][number]>`
    with day as materialized (
      select distinct r.as_of_date from currency_rate r
       where r.tenant_id = ${tenantId}::uuid and r.currency_vintage_id = ${currencyVintageId}::uuid),
    gap as (
      select c.currency_code, c.first_as_of_date, c.last_as_of_date,
             (select count(*) from day where as_of_date between c.first_as_of_date and c.last_as_of_date) - c.rate_count as missing
        from currency_vintage_currency c
       where c.tenant_id = ${tenantId}::uuid and c.currency_vintage_id = ${currencyVintageId}::uuid
         and c.currency_code <> ${anchorCurrencyCode})
    select currency_code as "currencyCode", missing as count,
           array(select day.as_of_date::text from day
                  where day.as_of_date between gap.first_as_of_date and gap.last_as_of_date
                    and not exists (select from currency_rate r
                                     where r.tenant_id = ${tenantId}::uuid and r.currency_vintage_id = ${currencyVintageId}::uuid
                                       and r.currency_code = gap.currency_code and r.as_of_date = day.as_of_date)
                  order by day.as_of_date limit ${listedDays}) as "asOfDates"
      from gap where missing > 0 order by missing desc, currency_code`.execute(tx)
  return rows
}
