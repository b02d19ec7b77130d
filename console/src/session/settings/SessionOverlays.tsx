import { useNavigate, useRouterState } from '@tanstack/react-router'
import { changePassword } from '@steward/contract/session/endpoints'
import { api } from '../../api/client.ts'
import { deferred } from '../../ui/overlay/deferred.tsx'
import { signOut } from '../token/signOut.ts'
import { changePasswordHash, userSettingsHash } from './hashes.ts'
import { usePermission } from '../permissions/permissions.ts'
import { useAuth } from '../token/state.ts'
import type { ChangePasswordOverlayProps } from '../password/ChangePasswordOverlay.tsx'

interface OverlayProps {
  open: boolean
  onClose: () => void
}

const ChangePassword = deferred<OverlayProps & ChangePasswordOverlayProps>(
  async () => (await import('../password/ChangePasswordOverlay.tsx')).ChangePasswordOverlay,
)
const UserSettings = deferred<OverlayProps>(async () => (await import('./UserSettings.tsx')).UserSettings)

/** Overlays on any page of a signed-in user, opened by the hash of the URL (specification 1, section 2). */
export function SessionOverlays() {
  const hash = useRouterState({ select: (state) => state.location.hash })
  const navigate = useNavigate()
  const { user } = useAuth()
  const hasSettings = usePermission('FeatureFlags.AccountSettings')
  if (user === null) return null
  const close = () => void navigate({ to: '.', search: true, state: true, hash: '', replace: true, resetScroll: false })
  return (
    <>
      {hash === changePasswordHash ? <ChangePassword open username={user.username} onClose={close} onChange={changeOwnPassword} /> : null}
      {hash.split('.')[0] === userSettingsHash && hasSettings ? <UserSettings open onClose={close} /> : null}
    </>
  )
}

/** Changes the user's own password. This ends every session, so it leads to the sign-in page. */
export async function changeOwnPassword(change: { oldPassword: string; newPassword: string }): Promise<void> {
  await api(changePassword, { body: change })
  await signOut('passwordChanged')
}
