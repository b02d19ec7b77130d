import type { Vintage } from '@steward/contract/reference-data/currencies-schemas'
import { m } from '@steward/contract/paraglide/messages'
import { formatNumber } from '../../i18n/time.ts'
import { timeCell } from '../../ui/display/RelativeTime.tsx'
import type { DataColumn } from '../../ui/table/columns.ts'
import { formatAsOfRange } from '../rates/asOf.ts'
import { VintageStatus } from './labels.tsx'

/** Columns of a scheme's vintages. */
export const vintageColumns = (): DataColumn<Vintage>[] => [
  { id: 'vintage', header: m.vintages_column_vintage(), cell: (vintage) => vintage.vintage, sort: 'vintage', width: 'time' },
  {
    id: 'status',
    header: m.vintages_column_status(),
    cell: (vintage) => <VintageStatus status={vintage.status} />,
    sort: 'status',
    width: 'status',
  },
  {
    id: 'asOf',
    header: m.vintages_column_as_of(),
    cell: (vintage) => formatAsOfRange(vintage.firstAsOfDate, vintage.lastAsOfDate),
    sort: 'lastAsOfDate',
    fixed: true,
  },
  {
    id: 'currencies',
    header: m.vintages_column_currencies(),
    cell: (vintage) => formatNumber(vintage.currencyCount),
    sort: 'currencyCount',
    from: 'laptop',
    align: 'end',
    width: 'narrow',
  },
  {
    id: 'rates',
    header: m.vintages_column_rates(),
    cell: (vintage) => formatNumber(vintage.rateCount),
    sort: 'rateCount',
    align: 'end',
    width: 'narrow',
  },
  {
    id: 'publishedBy',
    header: m.vintages_column_published_by(),
    cell: (vintage) => vintage.publishedBy ?? '–',
    from: 'laptop',
  },
  {
    id: 'publishedAt',
    header: m.vintages_column_published_at(),
    cell: (vintage) => timeCell(vintage.publishedAt),
    sort: 'publishedAt',
    width: 'time',
  },
  { id: 'source', header: m.vintages_column_source(), cell: (vintage) => vintage.sourceName || '–', from: 'ultrawide' },
  { id: 'createdBy', header: m.vintages_column_created_by(), cell: (vintage) => vintage.createdBy, from: 'laptop', optional: true },
  {
    id: 'createdAt',
    header: m.vintages_column_created_at(),
    cell: (vintage) => timeCell(vintage.createdAt),
    sort: 'createdAt',
    from: 'laptop',
    optional: true,
    width: 'time',
  },
]
