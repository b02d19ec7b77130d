import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { cancelRetries, retryAttempts, retryNow, useRetryState, type RetryState } from '../api/retry.ts'
import { Button } from '../ui/form/Button.tsx'
import { cx } from '../ui/display/cx.ts'
import css from './AlertStack.module.css'

const reasons: Record<RetryState['kind'], () => string> = {
  network: m.ui_error_network,
  bad_response: m.retry_bad_response,
  busy: m.retry_busy,
}

/**
 * Shown while calls wait for the network (both specification files, section 4). Calls that wait at the same time share
 * one notice.
 */
export function RetryNotice() {
  const state = useRetryState()
  return state === undefined ? null : <Notice state={state} />
}

function Notice({ state }: { state: RetryState }) {
  const seconds = useSecondsUntil(state.nextAt)
  return (
    <div className={cx(css.alert, css.warning, css.notice)}>
      <WifiOff aria-hidden />
      <div className={css.text}>
        <span className="visually-hidden">{m.shell_alert_warning()} </span>
        {reasons[state.kind]()}
        {/* Screen readers read the countdown on request, not every second. */}
        <div className={css.detail} role="timer" aria-live="off">
          {m.retry_state({ attempt: state.attempt + 1, attempts: retryAttempts })} {m.retry_in({ seconds })}
        </div>
      </div>
      <div className={css.buttons}>
        <Button small onClick={retryNow}>
          {m.retry_now()}
        </Button>
        <Button small kind="quiet" onClick={cancelRetries}>
          {m.retry_cancel()}
        </Button>
      </div>
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
