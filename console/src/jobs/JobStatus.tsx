import type { JobStatus as Status } from '@steward/contract/catalog/job-statuses'
import { m } from '@steward/contract/paraglide/messages'
import { formatShare } from '../exports/labels.ts'
import { formatNumber } from '../i18n/time.ts'
import { cx } from '../ui/display/cx.ts'
import { statusLabels } from './labels.ts'
import css from './JobStatus.module.css'

const circle = 'M12 2a10 10 0 0 0 0 20a10 10 0 0 0 0-20'

/** Lucide's CircleX, CircleAlert, CircleCheck, CircleDashed, Clock and CirclePlay, each drawn as one path, as `Status` does. */
const shapes: Readonly<Record<Status, string>> = {
  Cancelled: `${circle}M15 9l-6 6M9 9l6 6`,
  Failed: `${circle}M12 8v4M12 16h.01`,
  Finished: `${circle}M16 9l-5.5 5.5L8 12`,
  Pending:
    'M10.1 2.182a10 10 0 0 1 3.8 0M13.9 21.818a10 10 0 0 1-3.8 0M17.609 3.721a10 10 0 0 1 2.69 2.7M2.182 13.9a10 10 0 0 1 0-3.8M20.279 17.609a10 10 0 0 1-2.7 2.69M21.818 10.1a10 10 0 0 1 0 3.8M3.721 6.391a10 10 0 0 1 2.7-2.69M6.391 20.279a10 10 0 0 1-2.69-2.7',
  Queued: `${circle}M12 6v6l4 2`,
  Running: `${circle}M10 8l6 4-6 4z`,
}

interface JobStatusProps {
  /** A job, or one of its tasks. */
  of: { status: Status; progress: number; queuePosition?: number | null }
}

/** A status: an icon and a word, never color alone; with the progress of what runs and the position of what waits. */
export function JobStatus({ of: { status, progress, queuePosition } }: JobStatusProps) {
  const detail =
    status === 'Running'
      ? formatShare(progress / 100)
      : status === 'Queued' && queuePosition
        ? m.job_position({ position: formatNumber(queuePosition) })
        : ''
  return (
    <span className={cx(css.status, css[status])}>
      <svg className={css.shape} viewBox="0 0 24 24" aria-hidden>
        <path d={shapes[status]} />
      </svg>
      {statusLabels[status]()}
      {detail === '' ? null : <span className={css.detail}> · {detail}</span>}
      {status === 'Running' ? <span className={css.bar} aria-hidden style={{ backgroundSize: `${progress}% 100%` }} /> : null}
    </span>
  )
}
