import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { CircleAlert, RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { NetworkError } from '@steward/contract/http'
import { m } from '@steward/contract/paraglide/messages'
import { problemMessage, problemStatus, requestIdOf } from '../api/problem.ts'
import { Button } from '../ui/form/Button.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { isChunkFailure, reloadOnce } from '../api/chunkReload.ts'
import { deferred } from '../ui/overlay/deferred.tsx'
import { HomeLink } from './HomeLink.tsx'
import css from './Shell.module.css'

/** Specification 1, section 8: an unmatched route. */
export const NotFoundPage = deferred(async () => (await import('./NotFoundPage.tsx')).NotFoundPage)

/** Any error that a page did not handle itself (specification 1, sections 2 and 8). */
export function ErrorPage(props: ErrorComponentProps) {
  return isChunkFailure(props.error) ? <MissingCode /> : <Failure {...props} />
}

/** The status and its message; unknown errors are a 500. A link home for 404, otherwise a retry. */
function Failure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const answered = problemStatus(error)
  const status = answered ?? 500
  const own = answered === undefined && error instanceof Error && error.message !== '' ? error.message : m.shell_error()
  const requestId = requestIdOf(error)
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <div role="alert">
      <EmptyState
        level={1}
        icon={<CircleAlert />}
        title={problemMessage(error, own)}
        actions={
          status === 404 ? (
            <HomeLink />
          ) : (
            <Button icon={<RotateCw />} onClick={retry}>
              {m.ui_retry()}
            </Button>
          )
        }
      >
        {/* A network error has no status. */}
        {error instanceof NetworkError ? null : <p className={css.status}>{m.shell_error_status({ status })}</p>}
        {requestId === undefined ? null : <p className={css.status}>{m.ui_request_id({ id: requestId })}</p>}
      </EmptyState>
    </div>
  )
}

/** The page's code cannot be loaded: the page reloads automatically; if that does not help, it says so. */
function MissingCode() {
  const [isFinal, setFinal] = useState(false)
  useEffect(() => void reloadOnce().then((reloading) => setFinal(!reloading)), [])
  if (!isFinal) return <p role="status">{m.ui_loading()}</p>
  return (
    <div role="alert">
      <EmptyState
        level={1}
        icon={<CircleAlert />}
        title={m.shell_error()}
        actions={
          <Button kind="primary" icon={<RotateCw />} onClick={() => location.reload()}>
            {m.shell_chunk_reload()}
          </Button>
        }
      >
        <p>{m.shell_chunk_failed()}</p>
      </EmptyState>
    </div>
  )
}
