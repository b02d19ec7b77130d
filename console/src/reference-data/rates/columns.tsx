import type { ExchangeRate } from '@steward/contract/reference-data/rates-schemas'
import { m } from '@steward/contract/paraglide/messages'
import { formatDecimal } from '../../i18n/decimals.ts'
import { Badge } from '../../ui/display/Badge.tsx'
import type { DataColumn } from '../../ui/table/columns.ts'
import { formatAsOf } from './asOf.ts'
import { currencyName } from './currencyText.ts'

/** Columns of a vintage's rates. A rate is shown with all its digits, never rounded. */
export const rateColumns = (): DataColumn<ExchangeRate>[] => [
  { id: 'from', header: m.rates_column_from(), cell: (rate) => currencyCell(rate.fromCurrencyCode), sort: 'fromCurrencyCode' },
  { id: 'to', header: m.rates_column_to(), cell: (rate) => currencyCell(rate.toCurrencyCode), sort: 'toCurrencyCode' },
  {
    id: 'rate',
    header: m.rates_column_rate(),
    cell: (rate) => formatDecimal(rate.exchangeRate),
    sort: 'exchangeRate',
    align: 'end',
    width: 'wide',
  },
  {
    id: 'kind',
    header: m.rates_column_kind(),
    cell: (rate) => (rate.isDerived ? <Badge>{m.rates_derived()}</Badge> : m.rates_given()),
    width: 'narrow',
  },
  { id: 'asOf', header: m.rates_column_as_of(), cell: (rate) => formatAsOf(rate.asOfDate), sort: 'asOfDate', width: 'time' },
]

/** The code, with its name where there is space for both. */
function currencyCell(code: string) {
  const name = currencyName(code)
  return name === undefined ? code : `${code} · ${name}`
}
