import { useMutation, useQuery } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { listOwnSessions, revokeOwnSession } from '@steward/contract/session/endpoints'
import type { Session } from '@steward/contract/session/schemas'
import { api } from '../../api/client.ts'
import { problemStatus } from '../../api/problem.ts'
import { endpointQuery, invalidateTables } from '../../api/query.ts'
import { deviceText } from '../../i18n/deviceText.ts'
import { alertFailure } from '../../api/alertFailure.ts'
import { alerts } from '../../api/alerts.ts'
import { Badge } from '../../ui/display/Badge.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { RelativeTime } from '../../ui/display/RelativeTime.tsx'
import { PendingState } from '../../ui/display/PendingState.tsx'
import rows from '../rows.module.css'
import css from './UserSettings.module.css'

const sessionsQuery = endpointQuery(listOwnSessions, ['user_session'], {})

/** Ends sessions; one that has already ended counts as success. */
async function endSessions(sessions: readonly Session[]): Promise<void> {
  const results = await Promise.allSettled(sessions.map((session) => api(revokeOwnSession, { params: { sessionId: session.sessionId } })))
  const failed = results.find(
    (result): result is PromiseRejectedResult => result.status === 'rejected' && problemStatus(result.reason) !== 404,
  )
  if (failed) throw failed.reason
}

/** The user's own sessions, and how to end them. */
export function OwnSessions() {
  const query = useQuery(sessionsQuery)
  const { data } = query
  const [asked, setAsked] = useState<readonly Session[]>([])
  const end = useMutation({
    mutationKey: ['auth_revoke_session'],
    mutationFn: endSessions,
    onSuccess: (_, sessions) =>
      alerts.success(sessions.length === 1 ? m.sessions_ended_one() : m.sessions_ended_many({ count: sessions.length })),
    onError: (failure) => alertFailure(failure, m.sessions_end_failed()),
    onSettled: async () => {
      setAsked([])
      await invalidateTables(['user_session'])
    },
  })
  const others = data?.filter((session) => !session.isCurrent) ?? []
  return (
    <section className={css.section}>
      <div className={css.row}>
        <h3>{m.sessions_title()}</h3>
        {others.length > 1 ? (
          <Button small onClick={() => setAsked(others)}>
            {m.sessions_end_others()}
          </Button>
        ) : null}
      </div>
      {data === undefined ? (
        <PendingState query={query} fallback={m.sessions_failed()} lines={3} />
      ) : (
        <ul className={rows.rows}>
          {data.map((session) => (
            <SessionRow key={session.sessionId} session={session} onEnd={() => setAsked([session])} />
          ))}
        </ul>
      )}
      <EndDialog
        sessions={asked}
        all={asked.length > 1}
        onClose={() => setAsked([])}
        onConfirm={() => end.mutate(asked)}
        loading={end.isPending}
      />
    </section>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  return (
    <li className={rows.row}>
      <MonitorSmartphone aria-hidden />
      <div className={css.device}>
        <div className={css.deviceName}>
          <span>{deviceText(session.device)}</span>
          {session.isCurrent ? <Badge tone="success">{m.sessions_current()}</Badge> : null}
        </div>
        <p className={css.muted}>
          {session.address === null ? null : `${session.address} · `}
          {m.sessions_last_seen()} <RelativeTime value={session.lastSeenTime} />
        </p>
        <p className={css.muted}>
          {m.sessions_since()} <RelativeTime value={session.createdTime} />
        </p>
      </div>
      {session.isCurrent ? null : (
        <Button small kind="quiet" onClick={onEnd} aria-label={m.sessions_end_named({ device: deviceText(session.device) })}>
          {m.sessions_end()}
        </Button>
      )}
    </li>
  )
}

interface EndDialogProps {
  sessions: readonly Session[]
  all: boolean
  onClose: () => void
  onConfirm: () => void
  loading: boolean
}

function EndDialog({ sessions, all, onClose, onConfirm, loading }: EndDialogProps) {
  const [first] = sessions
  const device = deviceText(first?.device ?? '')
  return (
    <ConfirmDialog
      open={first !== undefined}
      onClose={onClose}
      title={all ? m.sessions_end_others_title({ count: sessions.length }) : m.sessions_end_title({ device })}
      confirmLabel={all ? m.sessions_end_others_confirm({ count: sessions.length }) : m.sessions_end_confirm({ device })}
      onConfirm={onConfirm}
      loading={loading}
    >
      {m.sessions_end_text()}
    </ConfirmDialog>
  )
}
