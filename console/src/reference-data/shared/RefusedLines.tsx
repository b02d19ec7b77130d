import { m } from '@steward/contract/paraglide/messages'
import { formatNumber } from '../../i18n/time.ts'
import { ScrollRegion } from '../../ui/table/ScrollRegion.tsx'
import { refusedCount, type RefusedLine } from './refusedLines.ts'
import css from './UploadPanel.module.css'

/** The refused lines of a file with their reasons. */
export function RefusedLines({ lines, error }: { lines: readonly RefusedLine[]; error: unknown }) {
  const total = refusedCount(error)
  const shown = new Set(lines.map(({ line }) => line)).size
  return (
    <>
      <ScrollRegion label={m.currencies_upload_lines()} className={css.lines}>
        <table>
          <thead>
            <tr>
              <th scope="col" className={css.line}>
                {m.users_import_line()}
              </th>
              <th scope="col">{m.currencies_upload_reason()}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((one, index) => (
              <tr key={index}>
                <td className={css.line}>{formatNumber(one.line)}</td>
                <td>
                  {one.column === '' ? null : <span className={css.column}>{one.column}</span>} {one.message}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {shown < total ? (
        <p className={css.note}>{m.users_import_shown({ shown: formatNumber(shown), total: formatNumber(total) })}</p>
      ) : null}
    </>
  )
}
