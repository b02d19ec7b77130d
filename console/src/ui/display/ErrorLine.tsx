import { RotateCw } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { cancelRetries } from '../../api/retry.ts'
import { Button } from '../form/Button.tsx'
import { cx } from './cx.ts'
import css from './ErrorLine.module.css'
import { RetryProgress } from './RetryProgress.tsx'
import { useErrorState, type ErrorStateProps } from './states.tsx'

/** A failure of a small part of a page, in one line. */
export function ErrorLine(props: ErrorStateProps) {
  const { frame, message, waiting, isRepeated, buttons } = useErrorState(props)
  return (
    <div ref={frame} role={isRepeated ? undefined : 'alert'} className={cx(css.line, !isRepeated && css.first)}>
      {isRepeated ? (
        m.ui_not_loaded()
      ) : (
        <>
          <div>
            <p>{props.fallback}</p>
            {message === props.fallback ? null : <p>{message}</p>}
            {waiting && <RetryProgress state={waiting} />}
          </div>
          <div className={css.buttons}>
            {buttons && (
              <Button small icon={<RotateCw />} onClick={buttons.retry} loading={buttons.isTrying}>
                {m.ui_retry()}
              </Button>
            )}
            {waiting && (
              <Button small kind="quiet" onClick={cancelRetries}>
                {m.retry_cancel()}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  )
}
