import { useQuery } from '@tanstack/react-query'
import type { RateUpload } from '@steward/contract/reference-data/rates-schemas'
import { m } from '@steward/contract/paraglide/messages'
import { formatNumber } from '../../i18n/time.ts'
import { ScrollRegion } from '../../ui/table/ScrollRegion.tsx'
import { uploadQuery } from './queries.ts'
import css from './Result.module.css'

/** The refused lines of an upload with their reasons; the first thousand of them. Lists have fewer, which are shown until all are there. */
export function RefusedLines({ upload }: { upload: RateUpload }) {
  const { refused, refusedLines } = useQuery(uploadQuery(upload.uploadId)).data ?? upload
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
            {refusedLines.map((one, index) => (
              <tr key={index}>
                <td className={css.number}>{formatNumber(one.line)}</td>
                <td className={css.field}>{one.field}</td>
                <td>{one.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {refusedLines.length < refused ? (
        <p className={css.note}>{m.users_import_shown({ shown: formatNumber(refusedLines.length), total: formatNumber(refused) })}</p>
      ) : null}
    </div>
  )
}
