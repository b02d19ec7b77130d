import { useMutation, useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { revokeUserSession, revokeUserSessions } from '@steward/contract/session/endpoints'
import type { Session } from '@steward/contract/session/schemas'
import { api } from '../api/client.ts'
import { problemMessage } from '../api/problem.ts'
import { invalidateTables } from '../api/query.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { deviceText } from '../i18n/deviceText.ts'
import { alerts } from '../api/alerts.ts'
import { Badge } from '../ui/display/Badge.tsx'
import { Button } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { sessionsQuery } from './recordQueries.ts'
import shared from './users.module.css'
import css from './SessionsTab.module.css'
import { editReason } from './labels.ts'
import { UserFactors, type UserFactorsProps } from './UserFactors.tsx'

const mobile = /iphone|ipad|android|mobile/i

/** The sessions to end: one, or all of them. */
type Ending = { kind: 'one'; session: Session } | { kind: 'all' }

/** How a user signs in: the open sessions and the second factors. */
export function SessionsTab({ userId, name }: { userId: string; name: string }) {
  const reason = editReason(usePermission('Admin.EditUsers'))
  return (
    <div className={css.parts}>
      <Sessions userId={userId} name={name} reason={reason} />
      <UserFactors userId={userId} name={name} reason={reason} />
    </div>
  )
}

/** The open sessions, and how to end them. */
function Sessions({ userId, name, reason }: UserFactorsProps) {
  const query = useQuery(sessionsQuery(userId))
  const [ending, setEnding] = useState<Ending>()
  const end = useMutation({
    mutationKey: ['UserManagement_revoke_session'],
    mutationFn: async (what: Ending) => {
      if (what.kind === 'all') return (await api(revokeUserSessions, { params: { userId } })).ended
      await api(revokeUserSession, { params: { userId, sessionId: what.session.sessionId } })
      return 1
    },
    onSuccess: (count) => {
      alerts.success(m.users_sessions_ended({ count }))
      setEnding(undefined)
    },
    // Also after an error: the session can have expired on its own.
    onSettled: () => void invalidateTables(['user_session', 'system_log']),
  })
  const ask = (what: Ending) => {
    end.reset()
    setEnding(what)
  }
  if (query.data === undefined) return <PendingState query={query} fallback={m.users_error_sessions()} lines={6} />
  const sessions = query.data
  if (sessions.length === 0) return <EmptyState title={m.users_sessions_none_title()}>{m.users_sessions_none_text({ name })}</EmptyState>
  return (
    <div className={shared.stack}>
      <div className={shared.between}>
        <p className={shared.muted}>{m.users_sessions_count({ count: sessions.length })}</p>
        <Button small disabledReason={reason} onClick={() => ask({ kind: 'all' })}>
          {m.users_sessions_end_all()}
        </Button>
      </div>
      <ul className={shared.rows} aria-label={m.users_tab_sessions()}>
        {sessions.map((session) => (
          <SessionRow key={session.sessionId} session={session} reason={reason} onEnd={() => ask({ kind: 'one', session })} />
        ))}
      </ul>
      {ending ? (
        <ConfirmDialog
          open
          onClose={() => setEnding(undefined)}
          title={
            ending.kind === 'all'
              ? m.users_sessions_end_all_title({ name })
              : m.users_sessions_end_title({ device: deviceText(ending.session.device) })
          }
          confirmLabel={ending.kind === 'all' ? m.users_sessions_end_all() : m.users_sessions_end()}
          onConfirm={() => end.mutate(ending)}
          loading={end.isPending}
        >
          <div className={shared.stack}>
            {end.error ? (
              <Callout tone="danger" role="alert">
                {problemMessage(end.error, m.users_error_sessions_end())}
              </Callout>
            ) : null}
            <p>{m.users_sessions_end_text({ name })}</p>
            {ownSession(ending, sessions) ? <p>{m.users_sessions_end_own()}</p> : null}
          </div>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

const ownSession = (ending: Ending, sessions: readonly Session[]): boolean =>
  ending.kind === 'all' ? sessions.some((session) => session.isCurrent) : ending.session.isCurrent

function SessionRow({ session, reason, onEnd }: { session: Session; reason: string | undefined; onEnd: () => void }) {
  const Icon = mobile.test(session.device) ? Smartphone : Monitor
  return (
    <li className={shared.rowItem}>
      <Icon aria-hidden className={shared.rowIcon} />
      <div className={shared.rowText}>
        <span className={shared.rowName}>
          <span>{deviceText(session.device)}</span>
          {session.isCurrent ? <Badge tone="success">{m.users_sessions_current()}</Badge> : null}
        </span>
        <span className={css.facts}>
          <span>{session.address ?? m.users_sessions_no_address()}</span>
          <span>
            {m.users_sessions_last_seen()} <RelativeTime value={session.lastSeenTime} />
          </span>
          <span>
            {m.users_sessions_since()} <RelativeTime value={session.createdTime} />
          </span>
          <span>
            {m.users_sessions_expires()} <RelativeTime value={session.expiresTime} />
          </span>
        </span>
      </div>
      <Button
        small
        kind="quiet"
        disabledReason={reason}
        onClick={onEnd}
        aria-label={m.users_sessions_end_one({ device: deviceText(session.device) })}
      >
        {m.users_sessions_end()}
      </Button>
    </li>
  )
}
