import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { startLive } from '../api/live.ts'
import { invalidateTables, queryClient } from '../api/query.ts'
import { catchUp, noteConnection, receive } from '../notifications/inbox.ts'
import { refreshFlags } from '../flags/state.ts'
import { signOutEnded } from '../session/token/signOut.ts'
import { permissionsQuery } from '../session/permissions/permissions.ts'
import { accessToken, renew } from '../session/token/token.ts'

/**
 * Reads flags and permissions anew, which come from the same evaluation. Routes ask again, so that a page whose permission is gone
 * leads to /401; and with permissions it changes which notifications there are. Without a network it comes with a later change.
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
  // What is equal stays the same object.
  if (known() !== before) void catchUp()
  await router.invalidate()
}

/** Keeps what is shown in step with what other administrators do, and pages in step with permissions. */
export function useLiveUpdates(): void {
  const router = useRouter()
  useEffect(
    () =>
      startLive({
        accessToken,
        renew,
        changed: (tables) => void invalidateTables(tables),
        permissions: () => void followPermissions(router),
        notifications: receive,
        notificationsChanged: () => void catchUp(),
        connected: noteConnection,
        ended: () => void signOutEnded('expiredSession'),
      }),
    [router],
  )
}
