import { choiceParam, given, queryParam, tableSearch, textParam, type TableSearch } from '../../ui/table/search.ts'

export const rateKinds = ['given', 'derived', 'all'] as const
export type RateKind = (typeof rateKinds)[number]

/** Same as the contract's `rateSorts`; repeated because this file is in the first chunk. A test compares them. */
export const rateSortFields = ['fromCurrencyCode', 'toCurrencyCode', 'exchangeRate', 'asOfDate'] as const
export const defaultRateSort = 'fromCurrencyCode'

/** URL state of a vintage's rates. */
export interface RatesSearch extends TableSearch {
  /** Part of a code or a name. */
  q?: string
  /** Given if absent. */
  kind?: RateKind
  /** The newest rates on or before this day. */
  asOf?: string
}

export interface PairSearch {
  from?: string
  to?: string
}

export interface ConverterSearch extends PairSearch {
  amount?: string
  asOf?: string
}

/** A day of the calendar, `YYYY-MM-DD`. */
export function dayParam(value: unknown): string | undefined {
  const text = textParam(value)
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

function codeParam(value: unknown): string | undefined {
  const text = textParam(value)?.trim().toUpperCase()
  return text && text.length <= 3 ? text : undefined
}

export function ratesSearch(raw: Record<string, unknown>): RatesSearch {
  return given<RatesSearch>({
    ...tableSearch(raw, rateSortFields),
    q: queryParam(raw),
    kind: choiceParam(raw.kind, ['derived', 'all']),
    asOf: dayParam(raw.asOf),
  })
}

/** What the table shows unless chosen: the rates of the file. */
export const defaultKind: RateKind = 'given'

export const isFiltered = ({ q, kind }: RatesSearch): boolean => q !== undefined || kind !== undefined

export function pairSearch(raw: Record<string, unknown>): PairSearch {
  return given<PairSearch>({ from: codeParam(raw.from), to: codeParam(raw.to) })
}

export function converterSearch(raw: Record<string, unknown>): ConverterSearch {
  return given<ConverterSearch>({ ...pairSearch(raw), amount: textParam(raw.amount)?.slice(0, 40), asOf: dayParam(raw.asOf) })
}
