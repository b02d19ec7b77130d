import { m } from '@steward/contract/paraglide/messages'
import { joinNames } from '../../i18n/format.ts'
import { formatNumber } from '../../i18n/time.ts'
import { numberCell, ScrollTable } from '../../ui/table/ScrollTable.tsx'
import { formatAsOf } from '../rates/asOf.ts'
import css from './ReviewTab.module.css'
import type { Comparison } from './comparison.ts'

/** Days named for each currency. */
const shownDays = 6

/** As-of dates that other currencies of the vintage have, and one lacks between its first and last. */
export function MissingDates({ missing }: { missing: Comparison['missingDates'] }) {
  if (missing.length === 0) return null
  return (
    <section className={css.section}>
      <h2>{m.vintages_missing()}</h2>
      <p className={css.note}>{m.vintages_missing_text()}</p>
      <ScrollTable label={m.vintages_missing()} boxed>
        <thead>
          <tr>
            <th scope="col">{m.vintages_column_currency()}</th>
            <th scope="col" className={numberCell}>
              {m.vintages_column_missing()}
            </th>
            <th scope="col">{m.vintages_column_dates()}</th>
          </tr>
        </thead>
        <tbody>
          {missing.map(({ currencyCode, asOfDates, count }) => (
            <tr key={currencyCode}>
              <th scope="row">{currencyCode}</th>
              <td className={numberCell}>{formatNumber(count)}</td>
              <td>{datesText(asOfDates, count)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </section>
  )
}

function datesText(days: readonly string[], count: number): string {
  const names = joinNames(days.slice(0, shownDays).map(formatAsOf))
  const rest = count - Math.min(shownDays, days.length)
  return rest > 0 ? `${names} ${m.ui_and_more({ count: formatNumber(rest) })}` : names
}
