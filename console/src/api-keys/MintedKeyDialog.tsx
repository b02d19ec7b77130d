import type { MintedApiKey } from '@steward/contract/api-keys/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { formatMoment } from '../i18n/time.ts'
import { CopyButton } from '../ui/display/CopyButton.tsx'
import { CopyBox, ShownOnceDialog } from '../ui/overlay/ShownOnceDialog.tsx'
import css from './MintedKeyDialog.module.css'

interface MintedKeyDialogProps {
  minted: Pick<MintedApiKey, 'apiKeyName' | 'apiKey'> & Partial<Pick<MintedApiKey, 'previous'>>
  onClose: () => void
}

/** Shows a new key, once. */
export function MintedKeyDialog({ minted, onClose }: MintedKeyDialogProps) {
  const { apiKeyName: name, apiKey, previous } = minted
  const example = `curl -H "Authorization: Bearer ${apiKey}" ${location.origin}/auth/v2/users`
  return (
    <ShownOnceDialog
      title={m.keys_minted_title({ name })}
      warning={m.keys_minted_text()}
      doneLabel={m.keys_minted_done()}
      onClose={onClose}
    >
      <CopyBox value={apiKey} label={m.keys_copy()} />
      {previous ? <p>{m.keys_previous_works({ prefix: previous.prefix, time: formatMoment(previous.validUntil) })}</p> : null}
      <p className={css.muted}>{m.keys_minted_use()}</p>
      <div className={css.example}>
        <pre>{example}</pre>
        <CopyButton value={example} label={m.keys_copy_example()} />
      </div>
    </ShownOnceDialog>
  )
}
