import { m } from '@steward/contract/paraglide/messages'
import type { Currency } from '@steward/contract/reference-data/currencies-schemas'
import { Mono } from '../../ui/display/Mono.tsx'
import { timeCell } from '../../ui/display/RelativeTime.tsx'
import type { DataColumn } from '../../ui/table/columns.ts'
import { ActiveCell } from '../shared/StatusCell.tsx'

/** Columns of the currencies table. */
export const currencyColumns = (): DataColumn<Currency>[] => [
  {
    id: 'code',
    header: m.currencies_column_code(),
    cell: (currency) => <Mono>{currency.currencyCode}</Mono>,
    sort: 'currencyCode',
    width: 'narrow',
  },
  { id: 'name', header: m.currencies_column_name(), cell: (currency) => currency.currencyName, sort: 'currencyName' },
  {
    id: 'active',
    header: m.tags_column_active(),
    cell: (currency) => <ActiveCell isActive={currency.isActive} />,
    sort: 'isActive',
    width: 'time',
  },
  { id: 'updater', header: m.currencies_column_updated_by(), cell: (currency) => currency.updatedBy, sort: 'updatedBy' },
  {
    id: 'updated',
    header: m.currencies_column_updated(),
    cell: (currency) => timeCell(currency.updatedAt),
    sort: 'updatedAt',
    width: 'time',
  },
]
