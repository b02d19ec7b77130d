import { useRouterState } from '@tanstack/react-router'
import type { ChangePasswordOverlayProps } from '../session/password/ChangePasswordOverlay.tsx'
import { changeOwnPassword } from '../session/password/changeOwnPassword.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { changePasswordHash, momentHash, userSettingsHash } from '../session/settings/hashes.ts'
import { useAuth } from '../session/token/state.ts'
import { deferred } from '../ui/overlay/deferred.tsx'
import { useOverlayHash } from '../ui/overlay/useOverlayHash.ts'

interface OverlayProps {
  open: boolean
  onClose: () => void
}

const ChangePassword = deferred<OverlayProps & ChangePasswordOverlayProps>(
  async () => (await import('../session/password/ChangePasswordOverlay.tsx')).ChangePasswordOverlay,
)
const UserSettings = deferred<OverlayProps>(async () => (await import('../session/settings/UserSettings.tsx')).UserSettings)
const MomentDialog = deferred<OverlayProps>(async () => (await import('./MomentDialog.tsx')).MomentDialog)

/** Overlays on any page of a signed-in user, opened by the hash of the URL (specification 1, section 2). */
export function HashOverlays() {
  const hash = useRouterState({ select: (state) => state.location.hash })
  const show = useOverlayHash()
  const { user } = useAuth()
  const hasSettings = usePermission('FeatureFlags.AccountSettings')
  if (user === null) return null
  const close = () => show('')
  return (
    <>
      {hash === changePasswordHash ? <ChangePassword open username={user.username} onClose={close} onChange={changeOwnPassword} /> : null}
      {hash.split('.')[0] === userSettingsHash && hasSettings ? <UserSettings open onClose={close} /> : null}
      {hash === momentHash ? <MomentDialog open onClose={close} /> : null}
    </>
  )
}
