import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { setConnected } from '../api/connection.ts'
import { startLive } from '../api/live.ts'
import { ownAnswerAt } from '../api/ownChanges.ts'
import { invalidateTables, queryClient } from '../api/query.ts'
import { catchUp, noteConnection, receive } from '../notifications/inbox.ts'
import { refreshFlags } from '../flags/state.ts'
import { signOutEnded } from '../session/token/signOut.ts'
import { permissionsQuery } from '../session/permissions/permissions.ts'
import { accessToken, renew } from '../session/token/token.ts'

/**
 * Reloads flags and permissions, which come from the same evaluation. Routes check again, so that a page whose permission was revoked
 * redirects to /401. Permissions also decide which notifications exist. If the network is down, a later change triggers the reload.
 */
export async function followPermissions(router: { invalidate: () => Promise<unknown> }): Promise<void> {
  void refreshFlags().catch(() => undefined)
  const known = () => queryClient.getQueryData(permissionsQuery.queryKey)?.permissions
  const before = known()
  const isRead = await queryClient.fetchQuery({ ...permissionsQuery, staleTime: 0 }).then(
    () => true,
    () => false,
  )
  if (!isRead) return
  // Equal data keeps its object identity.
  if (known() !== before) void catchUp()
  await router.invalidate()
}

/** Keeps the page up to date with other administrators' changes, and with the user's permissions. */
export function useLiveUpdates(): void {
  const router = useRouter()
  useEffect(
    () =>
      startLive({
        accessToken,
        renew,
        changed: (tables, requests) => void invalidateTables(tables, ownAnswerAt(requests)),
        permissions: () => void followPermissions(router),
        notifications: receive,
        notificationsChanged: () => void catchUp(),
        connected: (isConnected) => {
          setConnected(isConnected)
          noteConnection(isConnected)
        },
        ended: () => void signOutEnded('expiredSession'),
      }),
    [router],
  )
}
