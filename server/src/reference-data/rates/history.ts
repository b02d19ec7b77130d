import { sql } from 'kysely'
import type { QueryOf, ResponseOf } from '@steward/contract/http'
import type { exchangeRateHistory } from '@steward/contract/reference-data/rates'
import { quotient } from '@steward/contract/rules/decimals'
import { type TenantTransaction, tenantIdOf } from '../../db/tenant.ts'
import { type RateScheme, type RateSource, findScheme, findSource, mustBeCurrencies, newestPublished } from './source.ts'

type History = ResponseOf<typeof exchangeRateHistory>
type Wish = QueryOf<typeof exchangeRateHistory>
type Series = History['series'][number]

/** Published vintages, and drafts, that a history shows. */
const shownVintages = 5

type ShownVintage = Pick<RateSource, 'currencyVintageId' | 'vintage' | 'status'>

interface RateRow {
  currency_vintage_id: string
  currency_code: string
  as_of_date: string
  exchange_rate: string
}

/**
 * A rate over its as-of dates. A computed one has a point for each day on which one of its two rates changed, with the other as of
 * that day: what the list shows for it.
 * @throws scheme_unknown, vintage_unknown, currency_unknown
 */
export async function readHistory(tx: TenantTransaction, wish: Wish): Promise<History> {
  const { fromCurrencyCode, toCurrencyCode } = wish
  const scheme = await findScheme(tx, wish.currencySchemeCode)
  const anchor = scheme.anchorCurrencyCode
  await mustBeCurrencies(tx, { fromCurrencyCode, toCurrencyCode })
  const vintages = wish.vintage === undefined ? await readVintages(tx, scheme) : [await findSource(tx, wish)]
  const codes = [fromCurrencyCode, toCurrencyCode].filter((code) => code !== anchor)
  const rates = Map.groupBy(await readRates(tx, vintages, codes, wish), (row) => row.currency_vintage_id)
  return {
    fromCurrencyCode,
    toCurrencyCode,
    isDerived: fromCurrencyCode !== anchor,
    series: vintages.map(({ currencyVintageId, vintage, status }) => ({
      vintage,
      status,
      points: pointsOf(rates.get(currencyVintageId) ?? [], wish, anchor),
    })),
  }
}

/** The newest vintages of a scheme, the newest last, so that it is drawn above the others. */
async function readVintages(tx: TenantTransaction, { currencySchemeId }: RateScheme): Promise<ShownVintage[]> {
  const ofScheme = sql`from currency_vintage v where v.tenant_id = ${tenantIdOf(tx)}::uuid and v.currency_scheme_id = ${currencySchemeId}`
  const { rows } = await sql<ShownVintage>`
    select currency_vintage_id as "currencyVintageId", vintage, status from (
      (select v.* ${ofScheme} and v.status = 'Published' order by ${newestPublished} limit ${shownVintages})
      union all (select v.* ${ofScheme} and v.status = 'Draft' order by v.created_at desc limit ${shownVintages})) v
     order by v.published_at nulls last, v.created_at, v.currency_vintage_id`.execute(tx)
  return rows
}

/** The rates of the currencies from the one in force on the first day to the last day, in the order of days. */
async function readRates(tx: TenantTransaction, vintages: readonly ShownVintage[], codes: readonly string[], { from, until }: Wish) {
  const tenantId = tenantIdOf(tx)
  const { rows } = await sql<RateRow>`
    select r.currency_vintage_id, r.currency_code, r.as_of_date, trim_scale(r.exchange_rate) as exchange_rate
      from unnest(${vintages.map(({ currencyVintageId }) => currencyVintageId)}::uuid[]) vintage (id)
      cross join unnest(${codes}::text[]) currency (code)
      cross join lateral (
        select coalesce(max(first.as_of_date), '-infinity'::date) as day from currency_rate first
         where first.tenant_id = ${tenantId}::uuid and first.currency_vintage_id = vintage.id and first.currency_code = currency.code
           and first.as_of_date <= ${from ?? '-infinity'}::date) start
      cross join lateral (
        select r.* from currency_rate r
         where r.tenant_id = ${tenantId}::uuid and r.currency_vintage_id = vintage.id and r.currency_code = currency.code
           and r.as_of_date >= start.day and r.as_of_date <= ${until ?? 'infinity'}::date) r
     order by r.as_of_date`.execute(tx)
  return rows
}

function pointsOf(rows: readonly RateRow[], { fromCurrencyCode, toCurrencyCode, from = '' }: Wish, anchor: string): Series['points'] {
  const inForce = new Map([[anchor, '1']])
  const points = new Map<string, string>()
  for (const row of rows) {
    inForce.set(row.currency_code, row.exchange_rate)
    const [divisor, factor] = [inForce.get(fromCurrencyCode), inForce.get(toCurrencyCode)]
    // Of two rates of the same day, the second completes the point.
    if (divisor !== undefined && factor !== undefined) points.set(row.as_of_date, divisor === '1' ? factor : quotient([factor], [divisor]))
  }
  return [...points].filter(([day]) => day >= from).map(([asOfDate, exchangeRate]) => ({ asOfDate, exchangeRate }))
}
