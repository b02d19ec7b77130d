import { m } from '@steward/contract/paraglide/messages'
import { formatNumber } from '../../i18n/time.ts'
import { ScrollRegion } from '../../ui/table/ScrollRegion.tsx'
import type { RefusedLine } from './refusedLines.ts'
import css from './RefusedLines.module.css'

interface RefusedLinesProps {
  lines: readonly RefusedLine[]
  /** How many lines are among these: one can have several faults. */
  shown: number
  /** How many were refused. */
  total: number
}

/** The refused lines of a file with their reasons. */
export function RefusedLines({ lines, shown, total }: RefusedLinesProps) {
  return (
    <div>
      <ScrollRegion label={m.rates_refused_lines()} className={css.lines}>
        <table>
          <thead>
            <tr>
              <th scope="col">{m.users_import_line()}</th>
              <th scope="col">{m.rates_refused_field()}</th>
              <th scope="col">{m.rates_refused_reason()}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((one, index) => (
              <tr key={index}>
                <td className={css.number} data-label={m.users_import_line()}>
                  {formatNumber(one.line)}
                </td>
                <td className={css.field}>{one.field}</td>
                <td>{one.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {shown < total ? (
        <p className={css.note}>{m.users_import_shown({ shown: formatNumber(shown), total: formatNumber(total) })}</p>
      ) : null}
    </div>
  )
}
