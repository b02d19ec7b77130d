import { Ban } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { formatShare } from '../exports/labels.ts'
import { Card } from '../ui/display/Card.tsx'
import { Stepper } from '../ui/display/Stepper.tsx'
import { Button } from '../ui/form/Button.tsx'
import css from './UploadProgress.module.css'

export interface UploadProgressProps {
  fileName: string
  /** Index in the steps: sent, checked, and saved or only previewed. */
  step: number
  isDryRun?: boolean
  /** From 0 to 1; undefined while it can't be told. */
  share: number | undefined
  text: string
  hint?: string
  /** Without it the upload can't be canceled by this user. */
  onCancel?: (() => void) | undefined
  isCanceling?: boolean
}

/** How far an upload is, with a button that cancels it. */
export function UploadProgress({
  fileName,
  step,
  isDryRun = false,
  share,
  text,
  hint,
  onCancel,
  isCanceling = false,
}: UploadProgressProps) {
  const percent = share === undefined ? undefined : Math.floor(Math.min(1, share) * 100)
  const last = isDryRun ? m.ui_upload_step_preview() : m.ui_upload_step_save()
  const steps = [m.ui_upload_step_send(), m.ui_upload_step_check(), last]
  return (
    <Card
      title={<span className={css.name}>{fileName}</span>}
      actions={
        onCancel ? (
          <Button small icon={<Ban />} loading={isCanceling} onClick={onCancel}>
            {m.ui_upload_cancel()}
          </Button>
        ) : undefined
      }
    >
      <div className={css.running}>
        <Stepper label={m.ui_upload_steps()} steps={steps} current={step} />
        {/* Announced step by step; the bar has the progress in between. */}
        <p role="status" className="visually-hidden">
          {steps[step]}
        </p>
        <div className={css.line}>
          <div
            className={css.bar}
            role="progressbar"
            aria-label={m.ui_upload_progress({ name: fileName })}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
            aria-valuetext={text}
          >
            <div className={css.done} data-unknown={percent === undefined ? '' : undefined} style={{ width: `${percent ?? 30}%` }} />
          </div>
          <span className={css.share}>{share === undefined ? '' : formatShare(Math.min(1, share))}</span>
        </div>
        <p>{text}</p>
        {hint === undefined ? null : <p className={css.hint}>{hint}</p>}
      </div>
    </Card>
  )
}
