import { m } from '@steward/contract/paraglide/messages'
import type { CurrencyScheme } from '@steward/contract/reference-data/currencies-schemas'
import { formatNumber } from '../../i18n/time.ts'
import { BadgedName } from '../../ui/display/BadgedName.tsx'
import { Mono } from '../../ui/display/Mono.tsx'
import { timeCell } from '../../ui/display/RelativeTime.tsx'
import type { DataColumn } from '../../ui/table/columns.ts'
import { ActiveCell } from '../shared/StatusCell.tsx'

/** Columns of the currency schemes table. */
export const schemeColumns = (): DataColumn<CurrencyScheme>[] => [
  {
    id: 'code',
    header: m.currencies_column_code(),
    cell: (scheme) => (
      <BadgedName name={scheme.currencySchemeCode} badges={[scheme.isDefault && { text: m.schemes_default(), tone: 'info' }]} />
    ),
    sort: 'currencySchemeCode',
  },
  {
    id: 'name',
    header: m.currencies_column_name(),
    cell: (scheme) => scheme.currencySchemeName,
    sort: 'currencySchemeName',
  },
  {
    id: 'anchor',
    header: m.schemes_column_anchor(),
    cell: (scheme) => <Mono>{scheme.anchorCurrencyCode}</Mono>,
    sort: 'anchorCurrencyCode',
    width: 'time',
  },
  { id: 'source', header: m.schemes_column_source(), cell: (scheme) => scheme.sourceName || '–', sort: 'sourceName', from: 'widescreen' },
  {
    id: 'interval',
    header: m.schemes_column_interval(),
    cell: (scheme) => (scheme.updateIntervalInDays === 0 ? '–' : formatNumber(scheme.updateIntervalInDays)),
    sort: 'updateIntervalInDays',
    align: 'end',
    width: 'narrow',
    from: 'widescreen',
  },
  {
    id: 'vintage',
    header: m.schemes_column_vintage(),
    cell: (scheme) => (
      <BadgedName name={scheme.newestVintage ?? '–'} badges={[scheme.isDue && { text: m.schemes_due(), tone: 'warning' }]} />
    ),
  },
  {
    id: 'due',
    header: m.schemes_column_due(),
    cell: (scheme) => timeCell(scheme.dueAt),
    width: 'time',
    from: 'desktop',
  },
  {
    id: 'active',
    header: m.tags_column_active(),
    cell: (scheme) => <ActiveCell isActive={scheme.isActive} />,
    sort: 'isActive',
    width: 'time',
  },
]
