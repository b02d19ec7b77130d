import type { undoChange } from '@steward/contract/changes/endpoints'
import type { ResponseOf } from '@steward/contract/http'
import { m } from '@steward/contract/paraglide/messages'
import { MintedKeyDialog } from '../api-keys/MintedKeyDialog.tsx'
import { CopyBox, ShownOnceDialog } from '../ui/overlay/ShownOnceDialog.tsx'
import css from './RestoredKeysDialog.module.css'

interface RestoredKeysDialogProps {
  keys: ResponseOf<typeof undoChange>['keys']
  onClose: () => void
}

/** Shows the new secrets of API keys that are back, once; a single one as for a new key. */
export function RestoredKeysDialog({ keys, onClose }: RestoredKeysDialogProps) {
  const [first, second] = keys
  if (first !== undefined && second === undefined) return <MintedKeyDialog minted={first} onClose={onClose} />
  return (
    <ShownOnceDialog
      title={m.changes_keys_title({ count: keys.length })}
      warning={m.changes_keys_text()}
      doneLabel={m.changes_keys_done()}
      onClose={onClose}
    >
      <ul className={css.keys}>
        {keys.map(({ apiKeyName, apiKey }) => (
          <li key={apiKey}>
            <p className={css.name}>{apiKeyName}</p>
            <CopyBox value={apiKey} label={m.changes_keys_copy({ name: apiKeyName })} />
          </li>
        ))}
      </ul>
    </ShownOnceDialog>
  )
}
