import { formatDuration } from '../i18n/duration.ts'
import css from './jobs.module.css'
import { useTicking } from './ticker.ts'

/** The time from a start to an end; without an end it goes on, each second. */
export function Elapsed({ from, to, empty = '–' }: { from: string | null; to: string | null; empty?: string }) {
  const text = useTicking(from !== null && to === null, (now) =>
    from === null ? empty : formatDuration((to === null ? now : Date.parse(to)) - Date.parse(from)),
  )
  return <span className={css.elapsed}>{text}</span>
}

/** How long a job or task runs or ran; nothing goes on after its end, even where no end was reported. */
export function RunningTime({
  of: { status, startTime, endTime },
}: {
  of: { status: string; startTime: string | null; endTime: string | null }
}) {
  if (endTime === null && status !== 'Running') return '–'
  return <Elapsed from={startTime} to={endTime} />
}
