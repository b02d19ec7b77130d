import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { TableUploadReport } from '@steward/contract/reference-data/currencies-schemas'
import { alerts } from '../../api/alerts.ts'
import { problemMessage, requestIdOf } from '../../api/problem.ts'
import { invalidateTables } from '../../api/query.ts'
import { FileColumns, type FileColumn, type FileTemplate } from '../../uploads/FileColumns.tsx'
import { RejectedFile } from '../../uploads/RejectedFile.tsx'
import { RequestProgress } from '../../uploads/RequestProgress.tsx'
import { useLeaveUpload } from '../../uploads/useLeaveUpload.tsx'
import { type SendOptions, uploadFault, useUpload } from '../../uploads/useUpload.ts'
import { formatNumber } from '../../i18n/time.ts'
import { Callout } from '../../ui/display/Callout.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { FileDrop } from '../../ui/form/FileDrop.tsx'
import { SidePanel } from '../../ui/overlay/SidePanel.tsx'
import { refusedCount, refusedLines, rejectedFileId } from './refusedLines.ts'
import { RefusedLines } from './RefusedLines.tsx'
import css from './UploadPanel.module.css'

export interface UploadPanelProps {
  title: string
  columns: readonly FileColumn[]
  template: FileTemplate
  send: (file: File, options: SendOptions) => Promise<TableUploadReport>
  /** Tables that an upload changes. */
  tables: readonly string[]
  mutationKey: string
  errorFallback: string
  onClose: () => void
}

/** Creates and changes rows of a table from a CSV file: all of them, or none. */
export function UploadPanel({ title, columns, template, send, tables, mutationKey, errorFallback, onClose }: UploadPanelProps) {
  const [file, setFile] = useState<File>()
  const upload = useUpload(mutationKey, send)
  const { close, question } = useLeaveUpload(upload, onClose)
  const onSuccess = (report: TableUploadReport) => {
    void invalidateTables(tables)
    alerts.success(reportText(report))
    onClose()
  }
  const choose = (chosen: File) => {
    upload.reset()
    setFile(chosen)
  }
  const fault = file && uploadFault(file)
  return (
    <SidePanel
      size="medium"
      title={title}
      description={m.currencies_upload_text()}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{m.ui_cancel()}</Button>
          <Button
            kind="primary"
            loading={upload.sending !== undefined}
            disabledReason={
              file === undefined ? m.currencies_upload_needs_file() : upload.error || fault ? m.currencies_upload_fix_first() : undefined
            }
            onClick={() => file && upload.start(file, { onSuccess })}
          >
            {m.currencies_upload()}
          </Button>
        </>
      }
    >
      <div className={css.sections}>
        {upload.error ? <Refused error={upload.error} fallback={errorFallback} /> : null}
        <RequestProgress upload={upload} />
        <FileDrop
          label={m.currencies_upload_file()}
          text={file === undefined ? m.users_import_drop() : m.currencies_upload_chosen({ name: file.name })}
          hint={m.currencies_upload_hint()}
          accept=".csv,text/csv,.txt"
          onFile={choose}
          error={fault}
          disabled={upload.sending !== undefined}
        />
        <FileColumns title={m.currencies_upload_columns()} columns={columns} template={template} />
      </div>
      {question}
    </SidePanel>
  )
}

const reportText = ({ created, changed, unchanged }: TableUploadReport): string =>
  m.currencies_uploaded({ created: formatNumber(created), changed: formatNumber(changed), unchanged: formatNumber(unchanged) })

function Refused({ error, fallback }: { error: unknown; fallback: string }) {
  const id = requestIdOf(error)
  const lines = refusedLines(error)
  const fileId = rejectedFileId(error)
  return (
    <div className={css.refused}>
      <Callout
        tone="danger"
        role="alert"
        title={problemMessage(error, fallback)}
        actions={fileId === undefined ? undefined : <RejectedFile fileId={fileId} />}
      >
        <p>
          {lines.length > 0 ? m.currencies_upload_fix() : m.currencies_upload_nothing_saved()}{' '}
          {fileId === undefined ? null : m.users_import_refused_kept()}
        </p>
        {id === undefined ? null : <p className={css.note}>{m.ui_request_id({ id })}</p>}
      </Callout>
      {lines.length > 0 ? (
        <RefusedLines lines={lines} shown={new Set(lines.map(({ line }) => line)).size} total={refusedCount(error)} />
      ) : null}
    </div>
  )
}
