import { Readable } from 'node:stream'
import type { QueryOf } from '@steward/contract/http'
import type {
  compareVintages,
  convertAmount,
  exchangeRateHistory,
  exportExchangeRates,
  listExchangeRates,
} from '@steward/contract/reference-data/rates'
import { byteOrderMark } from '../../db/csv-copy.ts'
import type { Db } from '../../db/pool.ts'
import { type TenantContext, type TenantTransaction, withTenant } from '../../db/tenant.ts'
import { csvLine } from '../../exports/csv.ts'
import { noteExport, streamExport } from '../../exports/stream-export.ts'
import type { Caller } from '../../http/caller.ts'
import { compare } from './comparison.ts'
import { convert } from './conversion.ts'
import { readHistory } from './history.ts'
import { type Pair, matchingPairs, searcher, sortPairs, toRate } from './pairs.ts'
import { type Quote, exportedRates, readQuotes } from './queries.ts'
import { type RateSource, findSource } from './source.ts'

type ExportQuery = QueryOf<typeof exportExchangeRates>

/** The columns of the file with given and computed rates. */
const pairColumns = ['fromCurrencyCode', 'toCurrencyCode', 'exchangeRate', 'isDerived', 'asOfDate'] as const
/** Rates that are computed for a file before others get their turn. */
const pairsAtOnce = 2_000

/** Reading exchange rates, given and computed. Every method runs in one transaction of the caller's tenant. */
export function createRateService({ db, now }: { db: Db; now: () => Date }) {
  const today = () => now().toISOString().slice(0, 10)

  /** All queries of `work` see the same moment, so that a vintage and its rates fit. @throws scheme_unknown, vintage_unknown */
  const reading = <T>(
    ctx: TenantContext,
    named: { currencySchemeCode?: string; vintage?: string },
    work: (tx: TenantTransaction, source: RateSource) => Promise<T>,
  ): Promise<T> => withTenant(db, ctx, async (tx) => work(tx, await findSource(tx, named)), { readOnly: true, snapshot: true })

  return {
    /** @throws scheme_unknown, vintage_unknown */
    list: (ctx: TenantContext, { limit, offset, sort, sortOrder, ...query }: QueryOf<typeof listExchangeRates>) =>
      reading(ctx, query, async (tx, source) => {
        const { currencySchemeCode, vintage, anchorCurrencyCode } = source
        const pairs = matchingPairs(await readQuotes(tx, source, query.asOfDate), anchorCurrencyCode, query)
        const exchangeRates = sortPairs(pairs, { sort, sortOrder })
          .slice(offset, offset + limit)
          .map(toRate)
        const page = { count: exchangeRates.length, limit, offset, totalCount: pairs.length }
        return { exchangeRates, currencySchemeCode, vintage, anchorCurrencyCode, ...page }
      }),

    /**
     * Rates against the anchor as an upload takes them, or all pairs as of a day.
     * @throws scheme_unknown, vintage_unknown
     */
    export: (caller: Caller, query: ExportQuery): Promise<Readable> =>
      query.isDerived === false ? exportGiven(caller, query) : exportPairs(caller, query),

    /** @throws scheme_unknown, vintage_unknown, currency_unknown */
    history: (ctx: TenantContext, query: QueryOf<typeof exchangeRateHistory>) =>
      withTenant(db, ctx, (tx) => readHistory(tx, query), { readOnly: true, snapshot: true }),

    /** @throws scheme_unknown, vintage_unknown */
    compare: (ctx: TenantContext, query: QueryOf<typeof compareVintages>) =>
      reading(ctx, query, (tx, source) => compare(tx, source, query)),

    /** @throws scheme_unknown, vintage_unknown, currency_unknown, rate_missing */
    convert: (ctx: TenantContext, query: QueryOf<typeof convertAmount>) =>
      reading(ctx, query, (tx, source) => convert(tx, source, query, today())),
  }

  async function exportGiven(caller: Caller, query: ExportQuery): Promise<Readable> {
    const { source, codes } = await reading(caller, query, async (tx, found) => ({
      source: found,
      codes: givenCodes(found, await readQuotes(tx, found, query.asOfDate), query),
    }))
    const { asOfDate } = query
    return streamExport(db, caller, 'exchange rates', exportedRates(db.kysely, caller.tenantId, source, { codes, asOfDate }))
  }

  async function exportPairs(caller: Caller, query: ExportQuery): Promise<Readable> {
    const pairs = await reading(caller, query, async (tx, source) =>
      matchingPairs(await readQuotes(tx, source, query.asOfDate), source.anchorCurrencyCode, query),
    )
    await noteExport(db, caller, 'exchange rates')
    return Readable.from(pairLines(pairs), { objectMode: false })
  }
}

export type RateService = ReturnType<typeof createRateService>

/** The currencies whose rates against the anchor match. The anchor's own rate, which isn't a pair, can be among them. */
function givenCodes({ anchorCurrencyCode: anchor }: RateSource, quotes: readonly Quote[], query: ExportQuery): string[] {
  const codes = matchingPairs(quotes, anchor, { ...query, isDerived: false }).map(({ to }) => to.currencyCode)
  const { fromCurrencyCode = anchor, toCurrencyCode = anchor, search } = query
  const isSearched = search ? quotes.filter(searcher(search)).some(({ currencyCode }) => currencyCode === anchor) : true
  return fromCurrencyCode === anchor && toCurrencyCode === anchor && isSearched ? [anchor, ...codes] : codes
}

async function* pairLines(pairs: readonly Pair[]): AsyncGenerator<Buffer> {
  yield Buffer.concat([byteOrderMark, Buffer.from(csvLine(pairColumns))])
  for (let at = 0; at < pairs.length; at += pairsAtOnce) {
    const lines = pairs.slice(at, at + pairsAtOnce).map((pair) => {
      const rate = toRate(pair)
      return csvLine(pairColumns.map((column) => String(rate[column])))
    })
    yield Buffer.from(lines.join(''))
  }
}
