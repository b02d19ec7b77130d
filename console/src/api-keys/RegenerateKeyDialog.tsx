import { useState } from 'react'
import type { ApiKeyOverlap } from '@steward/contract/api-keys/constants'
import type { ApiKey } from '@steward/contract/api-keys/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { RadioGroup } from '../ui/form/RadioGroup.tsx'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import css from './RegenerateKeyDialog.module.css'

interface RegenerateKeyDialogProps {
  apiKey: ApiKey
  onClose: () => void
  onConfirm: (overlap: ApiKeyOverlap) => void
  loading: boolean
}

/** Asks how long the old secret still works. A blocked key has none that does, and one that was never used needs none. */
export function RegenerateKeyDialog({ apiKey, onClose, onConfirm, loading }: RegenerateKeyDialogProps) {
  const works = !apiKey.isHolderGone
  const [overlap, setOverlap] = useState<ApiKeyOverlap>(works && apiKey.lastUsedAt !== null ? 'day' : 'none')
  const options: { value: ApiKeyOverlap; label: string }[] = [
    { value: 'none', label: m.keys_overlap_none() },
    { value: 'hour', label: m.keys_overlap_hour() },
    { value: 'day', label: m.keys_overlap_day() },
    { value: 'week', label: m.keys_overlap_week() },
  ]
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={m.keys_regenerate_title({ name: apiKey.apiKeyName })}
      confirmLabel={m.keys_regenerate_confirm()}
      onConfirm={() => onConfirm(overlap)}
      danger={works && overlap === 'none'}
      loading={loading}
    >
      <div className={css.parts}>
        <p>{m.keys_regenerate_text()}</p>
        {works ? <RadioGroup label={m.keys_overlap()} value={overlap} options={options} onChange={setOverlap} /> : null}
        {apiKey.previous ? <p>{m.keys_overlap_replaces({ prefix: apiKey.previous.prefix })}</p> : null}
      </div>
    </ConfirmDialog>
  )
}
