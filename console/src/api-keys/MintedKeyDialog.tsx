import { useRef } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Button } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { CopyValue } from '../ui/display/CopyButton.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import css from './MintedKeyDialog.module.css'

/** Shows a new key, once. Clicks outside do not close it, because the key cannot be shown again. */
export function MintedKeyDialog({ name, apiKey, onClose }: { name: string; apiKey: string; onClose: () => void }) {
  const done = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      staysOpen
      onClose={onClose}
      title={m.keys_minted_title({ name })}
      initialFocus={done}
      footer={
        <Button ref={done} kind="primary" onClick={onClose}>
          {m.keys_minted_done()}
        </Button>
      }
    >
      <div className={css.stack}>
        <Callout tone="warning">{m.keys_minted_text()}</Callout>
        <div className={css.secret}>
          <CopyValue value={apiKey} label={m.keys_copy()} />
        </div>
        <p className={css.muted}>{m.keys_minted_use()}</p>
        <pre className={css.example}>{`curl -H "Authorization: Bearer ${apiKey.slice(0, 14)}…" ${location.origin}/auth/v2/users`}</pre>
      </div>
    </Dialog>
  )
}
