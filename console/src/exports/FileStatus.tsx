import { m } from '@steward/contract/paraglide/messages'
import type { TemporaryFile } from '@steward/contract/exports/schemas'
import { Status } from '../ui/display/Badge.tsx'
import { cx } from '../ui/display/cx.ts'
import css from './FileStatus.module.css'
import { failureLabels } from './failureLabels.ts'
import { formatShare, progressText, shareOf, statusLabels, statusTones } from './labels.ts'

/** The status of a file: a label, or the progress while it is written. */
export function FileStatus({ file }: { file: TemporaryFile }) {
  if (file.status === 'running') return <Progress file={file} />
  return (
    <span title={file.failure === null ? undefined : failureLabels[file.failure]()}>
      <Status tone={statusTones[file.status]}>{statusLabels[file.status]()}</Status>
    </span>
  )
}

/** The progress of an export; `wide` spans the page. */
export function Progress({ file, wide }: { file: TemporaryFile; wide?: boolean }) {
  const share = shareOf(file)
  const percent = Math.floor((share ?? 0) * 100)
  return (
    <span className={css.progress} title={progressText(file)}>
      <span
        className={cx(css.bar, wide && css.wide)}
        role="progressbar"
        aria-label={m.files_progress_name({ name: file.fileName })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === undefined ? undefined : percent}
        aria-valuetext={share === undefined ? statusLabels[file.status]() : progressText(file)}
      >
        <span className={css.done} style={{ display: 'block', width: `${percent}%` }} />
      </span>
      <span className={css.share} aria-hidden>
        {share === undefined ? statusLabels[file.status]() : formatShare(share)}
      </span>
    </span>
  )
}
