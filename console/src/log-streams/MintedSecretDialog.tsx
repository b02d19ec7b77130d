import { useRef } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Callout } from '../ui/display/Callout.tsx'
import { CopyValue } from '../ui/display/CopyButton.tsx'
import { Button } from '../ui/form/Button.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import css from './MintedSecretDialog.module.css'

/** Shows the secret of a webhook, once. Clicks outside do not close it, because it cannot be shown again. */
export function MintedSecretDialog({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  const done = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      staysOpen
      onClose={onClose}
      title={m.streams_secret_title({ name })}
      initialFocus={done}
      footer={
        <Button ref={done} kind="primary" onClick={onClose}>
          {m.scim_minted_done()}
        </Button>
      }
    >
      <div className={css.stack}>
        <Callout tone="warning">{m.streams_secret_text()}</Callout>
        <div className={css.secret}>
          <CopyValue value={secret} label={m.streams_secret_copy()} />
        </div>
        <p>{m.streams_secret_use()}</p>
      </div>
    </Dialog>
  )
}
