import { CircleAlert, Inbox, RotateCw } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { isTooOld, problemMessage, requestIdOf } from '../../api/problem.ts'
import { useFailure } from '../../api/failures.ts'
import { cancelRetries, isWaitingFor, retryNow, useRetryState } from '../../api/retry.ts'
import { Button } from '../form/Button.tsx'
import { cx } from './cx.ts'
import type { NoAccessProps } from './NoAccessState.tsx'
import { RetryProgress } from './RetryProgress.tsx'
import { State, type StateProps } from './State.tsx'
import { deferred } from '../overlay/deferred.tsx'
import css from './states.module.css'

const TooOldState = deferred<{ error: unknown; level?: 1 | 2 | undefined }>(async () => (await import('./TooOldState.tsx')).TooOldState)

/** An empty list: explains the feature and offers the first step. */
export function EmptyState({ icon = <Inbox />, ...rest }: Omit<StateProps, 'icon'> & { icon?: ReactNode }) {
  return <State icon={icon} {...rest} />
}

export interface ErrorStateProps {
  error: unknown
  /** Message for the failure, used unless the server sends a better one. */
  fallback: string
  onRetry?: () => void
  retrying?: boolean
  level?: 1 | 2 | undefined
}

/** What a failure shows: its message once on a page, and whether its read is being retried. */
export function useErrorState({ error, fallback, onRetry, retrying }: ErrorStateProps) {
  const frame = useRef<HTMLDivElement>(null)
  const message = problemMessage(error, fallback)
  const retryState = useRetryState()
  const waiting = isWaitingFor(error) ? retryState : undefined
  const { isRepeated, retryAll } = useFailure(frame, { message, isWaiting: waiting !== undefined, retry: onRetry })
  const retry = () => {
    // If the query is waiting for its next attempt, try now.
    retryNow()
    retryAll()
  }
  const isTrying = retrying && waiting === undefined
  return { frame, message, waiting, isRepeated, buttons: onRetry ? { retry, isTrying } : undefined }
}

/** A failure, with a button to try again. Where a part above says the same already, it only says what is missing. */
export function ErrorState(props: ErrorStateProps) {
  const { error, fallback, level } = props
  const { frame, message, waiting, isRepeated, buttons } = useErrorState(props)
  const requestId = requestIdOf(error)
  // Trying again would not help.
  if (isTooOld(error)) return <TooOldState error={error} level={level} />
  return (
    <div ref={frame} role="alert">
      {isRepeated ? (
        <p className={css.text}>{fallback}</p>
      ) : (
        <State
          level={level}
          icon={<CircleAlert />}
          title={fallback}
          actions={
            buttons && (
              <>
                <Button icon={<RotateCw />} onClick={buttons.retry} loading={buttons.isTrying}>
                  {m.ui_retry()}
                </Button>
                {waiting && (
                  <Button kind="quiet" onClick={cancelRetries}>
                    {m.retry_cancel()}
                  </Button>
                )}
              </>
            )
          }
        >
          {message === fallback ? null : <p>{message}</p>}
          {waiting && <RetryProgress state={waiting} />}
          {requestId === undefined ? null : <p className={css.small}>{m.ui_request_id({ id: requestId })}</p>}
        </State>
      )}
    </div>
  )
}

/** Says which permission is missing and who can grant it. */
export const NoAccess = deferred<NoAccessProps>(async () => (await import('./NoAccessState.tsx')).NoAccessState)

/** A read; a `useQuery` result fits. */
export interface Reading {
  error: unknown
  /** Why the last attempt failed, while the read waits for the next: for failures of the network (specification 1, section 4). */
  failureReason?: unknown
  isFetching: boolean
  refetch: () => unknown
}

/** Why a part of the page has no data: the first of its reads that failed, or waits for its next attempt. */
export function failureOf(...queries: readonly Reading[]): Pick<ErrorStateProps, 'error' | 'onRetry' | 'retrying'> | undefined {
  const failed = queries.filter((query) => query.error ?? query.failureReason)
  const [first] = failed
  if (first === undefined) return undefined
  return {
    error: first.error ?? first.failureReason,
    onRetry: () => failed.forEach((query) => void query.refetch()),
    // While the read waits between its own attempts, the button tries right away.
    retrying: failed.some((query) => query.isFetching && !query.failureReason),
  }
}

/** A gray line in place of text. `index` varies its width. */
export function Skeleton({ index = 0 }: { index?: number }) {
  return <span className={cx(css.bone, css[`w${index % 4}`])} aria-hidden />
}

/** Placeholder lines while text loads, as in a panel. */
export function SkeletonLines({ count = 6 }: { count?: number | undefined }) {
  return (
    <div className={css.lines} role="status" aria-label={m.ui_loading()}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} index={index} />
      ))}
    </div>
  )
}
