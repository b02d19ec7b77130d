import { m } from '@steward/contract/paraglide/messages'
import { CopyBox, ShownOnceDialog } from '../ui/overlay/ShownOnceDialog.tsx'

/** Shows the secret of a webhook, once. */
export const MintedSecretDialog = ({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) => (
  <ShownOnceDialog title={m.streams_secret_title({ name })} warning={m.streams_secret_text()} onClose={onClose}>
    <CopyBox value={secret} label={m.streams_secret_copy()} />
    <p>{m.streams_secret_use()}</p>
  </ShownOnceDialog>
)
