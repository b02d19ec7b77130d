import { useRef } from 'react'
import type { MintedApiKey } from '@steward/contract/api-keys/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { Button } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { CopyButton, CopyValue } from '../ui/display/CopyButton.tsx'
import { formatMoment } from '../i18n/time.ts'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import css from './MintedKeyDialog.module.css'

/** Shows a new key, once. Clicks outside do not close it, because the key cannot be shown again. */
export function MintedKeyDialog({ minted, onClose }: { minted: MintedApiKey; onClose: () => void }) {
  const { apiKeyName: name, apiKey, previous } = minted
  const example = `curl -H "Authorization: Bearer ${apiKey}" ${location.origin}/auth/v2/users`
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
        {previous ? <p>{m.keys_previous_works({ prefix: previous.prefix, time: formatMoment(previous.validUntil) })}</p> : null}
        <p className={css.muted}>{m.keys_minted_use()}</p>
        <div className={css.example}>
          <pre>{example}</pre>
          <CopyButton value={example} label={m.keys_copy_example()} />
        </div>
      </div>
    </Dialog>
  )
}
