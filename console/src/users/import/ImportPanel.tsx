import { useNavigate } from '@tanstack/react-router'
import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { encodingNames } from '@steward/contract/rules/encodings'
import { importUsers } from '@steward/contract/users/endpoints'
import type { ImportReport } from '@steward/contract/users/schemas'
import { problemCode, problemMessage, requestIdOf } from '../../api/problem.ts'
import { invalidateTables } from '../../api/query.ts'
import { usePermission } from '../../session/permissions/permissions.ts'
import { alerts } from '../../api/alerts.ts'
import { restOf } from '../../effects/preview.ts'
import { Button } from '../../ui/form/Button.tsx'
import { Callout } from '../../ui/display/Callout.tsx'
import { FileDrop } from '../../ui/form/FileDrop.tsx'
import { SidePanel } from '../../ui/overlay/SidePanel.tsx'
import { formatNumber } from '../../i18n/time.ts'
import { FileColumns } from '../../uploads/FileColumns.tsx'
import { RequestProgress } from '../../uploads/RequestProgress.tsx'
import { useLeaveUpload } from '../../uploads/useLeaveUpload.tsx'
import { type SendOptions, uploadFault, useUpload } from '../../uploads/useUpload.ts'
import { userTables } from '../queries.ts'
import shared from '../users.module.css'
import css from './ImportPanel.module.css'
import { editReason } from '../labels.ts'
import { Report } from './Report.tsx'

/** A file, and the preview of its import. */
interface Checked {
  file: File
  report: ImportReport
}

/** Imports users from CSV: first a preview, then all rows or none. */
export function ImportPanel() {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/user-administration/users', search: true })
  const reason = editReason(usePermission('Admin.EditUsers'))
  const [checked, setChecked] = useState<Checked>()
  const [fault, setFault] = useState<string>()
  const check = useUpload('UserManagement_check_import', (file, options) => send(file, 'true', options))
  const apply = useUpload('UserManagement_import', (file, options) => send(file, 'false', options))
  const running = apply.sending ? apply : check
  const { close: leave, question } = useLeaveUpload(running, close)
  const preview = (file: File) => check.start(file, { onSuccess: (report) => setChecked({ file, report }) })
  const submit = ({ file }: Checked) =>
    apply.start(file, {
      onSuccess: ({ created, changed }) => {
        void invalidateTables(userTables)
        alerts.success(m.users_imported({ created: formatNumber(created), changed: formatNumber(changed) }))
        close()
      },
      onError: (error) => {
        // Users or groups changed since the check, so the preview is loaded again.
        if (problemCode(error) === 'import_refused') preview(file)
      },
    })
  const choose = (file: File) => {
    const refused = uploadFault(file)
    apply.reset()
    check.reset()
    setChecked(undefined)
    setFault(refused)
    if (refused === undefined) preview(file)
  }
  const report = checked?.report
  const count = report ? report.created + report.changed : 0
  return (
    <SidePanel
      size="medium"
      title={m.users_import_title()}
      description={m.users_import_text()}
      onClose={leave}
      footer={
        <>
          <Button onClick={leave}>{m.ui_cancel()}</Button>
          <Button
            kind="primary"
            loading={apply.sending !== undefined}
            disabledReason={reason ?? (check.sending ? m.users_import_needs_file() : blocked(report))}
            onClick={() => checked && submit(checked)}
          >
            {report ? m.users_import_submit({ count }) : m.users_import()}
          </Button>
        </>
      }
    >
      <div className={shared.sections}>
        {apply.error ? <Refused error={apply.error} /> : null}
        <RequestProgress upload={running} isDryRun={running === check} />
        {apply.sending ? null : checked ? (
          <FileLine name={checked.file.name} onFile={choose} />
        ) : (
          <>
            <FileDrop
              label={m.users_import_file()}
              text={m.users_import_drop()}
              hint={m.users_import_hint()}
              accept=".csv,text/csv,.txt"
              onFile={choose}
              disabled={reason !== undefined || check.sending !== undefined}
              error={fault ?? (check.error ? problemMessage(check.error, m.users_error_import()) : undefined)}
            />
            <Format />
          </>
        )}
        {report && report.encoding !== 'utf-8' ? (
          <Callout tone="info">{m.users_import_encoding({ encoding: encodingNames[report.encoding] })}</Callout>
        ) : null}
        {checked ? <Report report={checked.report} rest={restOf(importUsers, { body: checked.file }, keyOf(checked))} /> : null}
      </div>
      {question}
    </SidePanel>
  )
}

async function send(file: File, dryRun: 'true' | 'false', { uploadId, signal, onProgress }: SendOptions): Promise<ImportReport> {
  const { sendFile } = await import('../../uploads/sendFile.ts')
  return sendFile(importUsers, { query: { dryRun, uploadId }, body: file, signal }, onProgress)
}

const keyOf = ({ file: { name, size, lastModified }, report }: Checked) => ['import', name, size, lastModified, report.effects]

/** Why the checked file cannot be imported. */
function blocked(report: ImportReport | undefined): string | undefined {
  if (report === undefined) return m.users_import_needs_file()
  if (report.refused > 0) return m.users_import_blocked({ count: report.refused })
  return report.created + report.changed === 0 ? m.users_import_nothing() : undefined
}

function Refused({ error }: { error: unknown }) {
  const id = requestIdOf(error)
  return (
    <Callout tone="danger" role="alert" title={problemMessage(error, m.users_error_import())}>
      <p>{m.users_import_none_done()}</p>
      {id === undefined ? null : <p className={shared.muted}>{m.ui_request_id({ id })}</p>}
    </Callout>
  )
}

/** The checked file, with the option to choose another one or the corrected one. */
function FileLine({ name, onFile }: { name: string; onFile: (file: File) => void }) {
  return (
    <div className={shared.between}>
      <span className={shared.rowName}>
        <FileSpreadsheet aria-hidden className={shared.rowIcon} />
        <span>{name}</span>
      </span>
      <label className={css.fileAgain}>
        <input
          type="file"
          accept=".csv,text/csv,.txt"
          className="visually-hidden"
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) onFile(file)
          }}
        />
        {m.users_import_other()}
      </label>
    </div>
  )
}

/** The columns of the file, and a template to download. */
const Format = () => (
  <FileColumns
    title={m.users_import_columns()}
    columns={[
      { name: 'email', text: m.users_import_column_email() },
      { name: 'givenName, familyName', text: m.users_import_column_names() },
      { name: 'groups', text: m.users_import_column_groups() },
    ]}
    template={{
      name: 'users-template.csv',
      lines: [
        ['email', 'givenName', 'familyName', 'groups'],
        ['grace.okafor@example.com', 'Grace', 'Okafor', ''],
        ['ada.lindqvist@example.com', 'Ada', 'Lindqvist', 'Analysts;Treaty desk'],
      ],
    }}
  />
)
