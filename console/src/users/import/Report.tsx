import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { ImportReport } from '@steward/contract/users/schemas'
import { Effects } from '../../effects/Effects.tsx'
import type { RestOfPeople } from '../../effects/preview.ts'
import { Status, type Tone } from '../../ui/display/Badge.tsx'
import { Callout } from '../../ui/display/Callout.tsx'
import { cx } from '../../ui/display/cx.ts'
import { RejectedFile } from '../../uploads/RejectedFile.tsx'
import { BeforeAfter } from '../../ui/display/ChangedFields.tsx'
import { formatNumber } from '../../i18n/time.ts'
import css from './Report.module.css'

type Row = ImportReport['rows'][number]
type Outcome = Row['outcome']

const outcomes = ['refuse', 'create', 'change', 'unchanged'] as const satisfies readonly Outcome[]
const tones: Record<Outcome, Tone> = { refuse: 'danger', create: 'success', change: 'info', unchanged: 'neutral' }

/** The preview of an import: counts, whom it affects, then line by line. */
export function Report({ report, rest }: { report: ImportReport; rest: RestOfPeople }) {
  const [only, setOnly] = useState<Outcome>()
  const counts: Record<Outcome, number> = {
    refuse: report.refused,
    create: report.created,
    change: report.changed,
    unchanged: report.unchanged,
  }
  const total = outcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
  const rows = report.rows.filter((row) => only === undefined || row.outcome === only)
  return (
    <div className={css.report}>
      <div role="status">
        {report.refused > 0 ? (
          <Callout
            tone="danger"
            title={m.users_import_refused_title({ count: report.refused })}
            actions={report.rejectedFileId === null ? undefined : <RejectedFile fileId={report.rejectedFileId} />}
          >
            {m.users_import_refused_text()} {report.rejectedFileId === null ? null : m.users_import_refused_kept()}
          </Callout>
        ) : (
          <Callout tone="success" title={m.users_import_ok_title()}>
            {report.created > 0 ? m.users_import_ok_text({ count: report.created }) : null}
          </Callout>
        )}
      </div>
      <div className={css.counts} role="group" aria-label={m.users_import_show()}>
        {outcomes.map((outcome) => (
          <button
            key={outcome}
            type="button"
            className={css.count}
            aria-pressed={only === outcome}
            onClick={() => setOnly(only === outcome ? undefined : outcome)}
            disabled={counts[outcome] === 0}
          >
            <span className={css.number}>{formatNumber(counts[outcome])}</span>{' '}
            <Status tone={tones[outcome]}>{outcomeLabel(outcome)}</Status>
          </button>
        ))}
      </div>
      {report.effects ? (
        <section aria-label={m.changes_effects()}>
          <Effects effects={report.effects} rest={rest} />
        </section>
      ) : null}
      <table className={css.table}>
        <caption className="visually-hidden">{m.users_import_lines()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.users_import_line()}</th>
            <th scope="col">{m.users_column_email()}</th>
            <th scope="col">{m.users_import_outcome()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line} className={cx(row.outcome === 'refuse' && css.refused)}>
              <td className={css.line}>{formatNumber(row.line)}</td>
              <td>{row.email}</td>
              <td>
                <Detail row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {report.rows.length < total ? (
        <p className={css.note}>{m.users_import_shown({ shown: formatNumber(report.rows.length), total: formatNumber(total) })}</p>
      ) : null}
    </div>
  )
}

function Detail({ row }: { row: Row }) {
  return (
    <>
      <Status tone={tones[row.outcome]}>{outcomeLabel(row.outcome)}</Status>
      {row.errors.length + row.changes.length === 0 ? null : (
        <ul className={css.detail}>
          {row.errors.map((error, index) => (
            <li key={index}>
              {error.field === '' ? null : <span className={css.field}>{importField(error.field)} </span>}
              {error.message}
            </li>
          ))}
          {row.changes.map((change) => (
            <li key={change.field}>
              <span className={css.field}>{importField(change.field)} </span>
              <BeforeAfter before={change.from} after={change.to} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function outcomeLabel(outcome: Outcome): string {
  switch (outcome) {
    case 'refuse':
      return m.users_import_outcome_refuse()
    case 'create':
      return m.users_import_outcome_create()
    case 'change':
      return m.users_import_outcome_change()
    case 'unchanged':
      return m.users_import_outcome_unchanged()
  }
}

const fieldLabels: ReadonlyMap<string, () => string> = new Map([
  ['line', m.users_import_line],
  ['email', m.users_column_email],
  ['givenName', m.users_field_given_name],
  ['familyName', m.users_field_family_name],
  ['groups', m.users_column_groups],
])

const importField = (field: string): string => fieldLabels.get(field)?.() ?? field
