import { useMemo } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Callout } from '../../ui/display/Callout.tsx'
import { clock, failureOf, type Failure } from './failures.ts'
import css from './sign-in.module.css'
import { useSecondsLeft } from './useSecondsLeft.ts'

export interface ShownFailure {
  shown: boolean
  failure: Failure | undefined
  /** Seconds until another try is allowed; 0 when it is. */
  waitSeconds: number
  /** Why the form cannot be submitted now. */
  waitReason: string | undefined
}

/** A failed call as the page shows it; a callout that asks the user to wait disappears when the time is over. */
export function useFailure(error: unknown, fallback: string): ShownFailure {
  // The wait begins when the response arrives: once for each error.
  const failure = useMemo(
    () => (error === null || error === undefined ? undefined : failureOf(error, fallback, Date.now())),
    [error, fallback],
  )
  const waitSeconds = useSecondsLeft(failure?.kind === 'wait' ? failure.until : undefined)
  const shown = failure !== undefined && (failure.kind !== 'wait' || waitSeconds > 0)
  return { shown, failure, waitSeconds, waitReason: waitSeconds > 0 ? m.login_wait_reason() : undefined }
}

export function FailureCallout({ failure: { failure, waitSeconds } }: { failure: ShownFailure }) {
  if (failure === undefined) return null
  switch (failure.kind) {
    case 'refused':
      return (
        <Callout tone="danger" role="alert">
          {m.login_refused()}
        </Callout>
      )
    case 'message':
      return (
        <Callout tone="danger" role="alert">
          {failure.text}
        </Callout>
      )
    case 'wait':
      return (
        <Callout tone="warning" title={failure.isLock ? m.login_locked_title() : m.login_busy_title()}>
          <p role="alert">{failure.isLock ? m.login_locked_text() : m.login_busy_text()}</p>
          {/* Screen readers must not announce every second. */}
          <p role="timer" aria-live="off" className={css.timer}>
            {m.login_wait_left({ time: clock(waitSeconds) })}
          </p>
        </Callout>
      )
  }
}
