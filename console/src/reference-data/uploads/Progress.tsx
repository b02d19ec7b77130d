import { Ban } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RateUpload } from '@steward/contract/reference-data/rates-schemas'
import { m } from '@steward/contract/paraglide/messages'
import { formatBytes, formatShare } from '../../exports/labels.ts'
import { formatNumber } from '../../i18n/time.ts'
import { Button } from '../../ui/form/Button.tsx'
import { Card } from '../../ui/display/Card.tsx'
import { Stepper } from '../../ui/display/Stepper.tsx'
import css from './Progress.module.css'
import type { Sending } from './store.ts'

/** The steps of an upload: sent, read, stored. */
const steps = () => [m.rates_step_send(), m.rates_step_read(), m.rates_step_store()]

/** A file that is being sent from this tab. */
export function SendingProgress({ sending: { fileName, sizeBytes, sentBytes, cancel } }: { sending: Sending }) {
  return (
    <Running
      fileName={fileName}
      step={0}
      share={sentBytes / sizeBytes}
      text={m.rates_progress_sent({ done: formatBytes(sentBytes), total: formatBytes(sizeBytes) })}
      hint={m.rates_progress_sent_hint()}
      actions={
        <Button small icon={<Ban />} onClick={cancel}>
          {m.rates_upload_cancel()}
        </Button>
      }
    />
  )
}

/** An upload that the server is working on. */
export function UploadProgress({ upload }: { upload: RateUpload }) {
  const { status, fileName, sizeBytes, readBytes, rowCount } = upload
  if (status === 'receiving')
    return <Running fileName={fileName} step={0} share={undefined} text={m.rates_progress_receiving({ name: upload.createdBy })} />
  if (status === 'storing')
    return (
      <Running
        fileName={fileName}
        step={2}
        share={undefined}
        text={m.rates_progress_storing({ count: rowCount })}
        hint={m.rates_progress_leave_hint()}
      />
    )
  const isQueued = status === 'queued'
  return (
    <Running
      fileName={fileName}
      step={1}
      share={isQueued || sizeBytes === 0 ? undefined : Math.min(1, readBytes / sizeBytes)}
      text={isQueued ? m.rates_progress_queued() : m.rates_progress_read({ rows: formatNumber(rowCount) })}
      hint={m.rates_progress_leave_hint()}
    />
  )
}

interface RunningProps {
  fileName: string
  /** Index in `steps`. */
  step: number
  /** From 0 to 1; undefined while it can't be told. */
  share: number | undefined
  text: string
  hint?: string
  actions?: ReactNode
}

function Running({ fileName, step, share, text, hint, actions }: RunningProps) {
  const percent = share === undefined ? undefined : Math.floor(share * 100)
  const names = steps()
  return (
    <Card title={<span className={css.name}>{fileName}</span>} actions={actions}>
      <div className={css.running}>
        <Stepper label={m.rates_steps_label()} steps={names} current={step} />
        {/* Announced step by step; the bar has the progress in between. */}
        <p role="status" className="visually-hidden">
          {names[step]}
        </p>
        <div className={css.line}>
          <div
            className={css.bar}
            role="progressbar"
            aria-label={m.files_progress_name({ name: fileName })}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
            aria-valuetext={text}
          >
            <div className={css.done} data-unknown={percent === undefined ? '' : undefined} style={{ width: `${percent ?? 30}%` }} />
          </div>
          <span className={css.share}>{share === undefined ? '' : formatShare(share)}</span>
        </div>
        <p>{text}</p>
        {hint === undefined ? null : <p className={css.hint}>{hint}</p>}
      </div>
    </Card>
  )
}
