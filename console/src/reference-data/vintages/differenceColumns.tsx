import type { RateDifference } from '@steward/contract/reference-data/rates-schemas'
import { m } from '@steward/contract/paraglide/messages'
import { Status, type Tone } from '../../ui/display/Badge.tsx'
import type { DataColumn } from '../../ui/table/columns.ts'
import { formatAsOf } from '../rates/asOf.ts'
import { formatMove, rateText } from '../rates/currencyText.ts'

const kinds: Record<RateDifference['kind'], { tone: Tone; label: () => string }> = {
  added: { tone: 'success', label: m.vintages_kind_added },
  removed: { tone: 'danger', label: m.vintages_kind_removed },
  moved: { tone: 'info', label: m.vintages_kind_moved },
}

/** Columns of what differs between two vintages. */
export const differenceColumns = (): DataColumn<RateDifference>[] => [
  { id: 'currency', header: m.vintages_column_currency(), cell: (one) => one.currencyCode, width: 'narrow' },
  { id: 'asOf', header: m.rates_column_as_of(), cell: (one) => formatAsOf(one.asOfDate), width: 'time', fixed: true },
  {
    id: 'kind',
    header: m.vintages_column_kind(),
    cell: (one) => <Status tone={kinds[one.kind].tone}>{kinds[one.kind].label()}</Status>,
    width: 'time',
  },
  { id: 'before', header: m.vintages_column_before(), cell: (one) => rateText(one.before), align: 'end' },
  { id: 'after', header: m.vintages_column_after(), cell: (one) => rateText(one.after), align: 'end' },
  {
    id: 'move',
    header: m.vintages_column_move(),
    cell: (one) => (one.movePercent === null ? '–' : formatMove(one.movePercent)),
    align: 'end',
    width: 'narrow',
  },
]
