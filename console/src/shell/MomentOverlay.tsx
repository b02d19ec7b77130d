import { useNavigate, useRouterState } from '@tanstack/react-router'
import { momentHash } from '../session/settings/hashes.ts'
import { deferred } from '../ui/overlay/deferred.tsx'

const MomentDialog = deferred<{ open: boolean; onClose: () => void }>(async () => (await import('./MomentDialog.tsx')).MomentDialog)

/** The choice of a moment, over any page. */
export function MomentOverlay() {
  const isOpen = useRouterState({ select: (state) => state.location.hash === momentHash })
  const navigate = useNavigate()
  const close = () => void navigate({ to: '.', search: true, state: true, hash: '', replace: true, resetScroll: false })
  return isOpen ? <MomentDialog open onClose={close} /> : null
}
