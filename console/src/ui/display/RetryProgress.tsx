import { useEffect, useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { retryAttempts, type RetryState } from '../../api/retry.ts'
import css from './states.module.css'

/** Which attempt is next, and when. Screen readers read the countdown on request, not every second. */
export function RetryProgress({ state }: { state: RetryState }) {
  const seconds = useSecondsUntil(state.nextAt)
  return (
    <div className={css.progress} role="timer" aria-live="off">
      {m.retry_state({ attempt: state.attempt + 1, attempts: retryAttempts })} {m.retry_in({ seconds })}
    </div>
  )
}

/** Whole seconds until a time (local clock, ms), updated each second. */
function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((at - now) / 1_000))
}
