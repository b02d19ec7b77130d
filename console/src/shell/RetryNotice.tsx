import { WifiOff } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { useWaitIsShown } from '../api/failures.ts'
import { cancelRetries, retryNow, useRetryState, type RetryState } from '../api/retry.ts'
import { Button } from '../ui/form/Button.tsx'
import { cx } from '../ui/display/cx.ts'
import { RetryProgress } from '../ui/display/RetryProgress.tsx'
import css from './AlertStack.module.css'

const reasons: Record<RetryState['kind'], () => string> = {
  network: m.ui_error_network,
  bad_response: m.retry_bad_response,
  busy: m.retry_busy,
}

/**
 * Shown while calls wait for the network (both specification files, section 4). Calls that wait at the same time share
 * one notice. A part of the page without data says it in its place; the notice is for pages that still show what they had.
 */
export function RetryNotice() {
  const state = useRetryState()
  const isShown = useWaitIsShown()
  return state === undefined || isShown ? null : <Notice state={state} />
}

function Notice({ state }: { state: RetryState }) {
  return (
    <div className={cx(css.alert, css.warning, css.notice)}>
      <WifiOff aria-hidden />
      <div className={css.text}>
        <span className="visually-hidden">{m.shell_alert_warning()} </span>
        {reasons[state.kind]()}
        <RetryProgress state={state} />
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
