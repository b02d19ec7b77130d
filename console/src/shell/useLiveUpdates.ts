import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { startLive } from '../api/live.ts'
import { invalidateTables, queryClient } from '../api/query.ts'
import { catchUp, noteConnection, receive } from '../messages/inbox.ts'
import { refreshFlags } from '../flags/state.ts'
import { signOutEnded } from '../session/actions.ts'
import { permissionsQuery } from '../session/permissions.ts'
import { accessToken, renew } from '../session/token.ts'

/** Keeps what is shown in step with what other administrators do, and pages in step with permissions. */
export function useLiveUpdates(): void {
  const router = useRouter()
  useEffect(
    () =>
      startLive({
        accessToken,
        renew,
        changed: (tables) => void invalidateTables(tables),
        permissions: () => {
          // Flags and permissions come from the same evaluation. Routes ask again, so that a page whose permission is gone leads to /401.
          void refreshFlags().catch(() => undefined)
          void queryClient.fetchQuery({ ...permissionsQuery, staleTime: 0 }).then(() => router.invalidate())
        },
        notifications: receive,
        notificationsChanged: () => void catchUp(),
        connected: noteConnection,
        ended: () => void signOutEnded('expiredSession'),
      }),
    [router],
  )
}
