import { deferred } from '../../ui/overlay/deferred.tsx'
import { type AskedConfirmation, useAskedConfirmation } from './confirmation.ts'

const ConfirmIdentity = deferred<AskedConfirmation & { open?: boolean; onClose?: () => void }>(
  async () => (await import('./ConfirmIdentity.tsx')).ConfirmIdentity,
)

/** Shows the dialog while calls wait for a confirmation. */
export function ConfirmIdentityHost() {
  const asked = useAskedConfirmation()
  return asked === undefined ? null : <ConfirmIdentity {...asked} onClose={() => asked.end(false)} />
}
