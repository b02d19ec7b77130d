import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ApiKeyOverlap } from '@steward/contract/api-keys/constants'
import { deleteApiKey, endApiKeyOverlap, regenerateApiKey } from '@steward/contract/api-keys/endpoints'
import type { ApiKey } from '@steward/contract/api-keys/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { api } from '../api/client.ts'
import { invalidateTables } from '../api/query.ts'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import { relativeTime } from '../i18n/time.ts'
import { formatList } from '../i18n/format.ts'
import { runEach } from '../api/runEach.ts'
import { keyTables } from './queries.ts'
import { deferred } from '../ui/overlay/deferred.tsx'
import { deselect } from '../ui/table/deselect.ts'
import { serverNow } from '../i18n/serverTime.ts'

// The list does not wait for them.
const RegenerateKeyDialog = deferred(() => import('./RegenerateKeyDialog.tsx').then((module) => module.RegenerateKeyDialog))
const MintedKeyDialog = deferred(() => import('./MintedKeyDialog.tsx').then((module) => module.MintedKeyDialog))

type Started = { kind: 'delete'; keys: readonly ApiKey[] } | { kind: 'regenerate' | 'endPrevious'; key: ApiKey }

export interface KeyActions {
  delete: (keys: readonly ApiKey[]) => void
  regenerate: (key: ApiKey) => void
  /** Stops the old secret of a regenerated key. */
  endPrevious: (key: ApiKey) => void
  /** The confirmation, and the new key; rendered by the component that uses the hook. */
  dialogs: ReactNode
}

/** Deletes keys and rotates secrets, with a confirmation, because programs stop working immediately. */
export function useKeyActions(onDeleted: () => void = () => {}): KeyActions {
  const [started, setStarted] = useState<Started>()
  const close = () => setStarted(undefined)
  const deletion = useMutation({
    mutationKey: ['delete_api_key'],
    mutationFn: (keys: readonly ApiKey[]) =>
      runEach(keys, {
        id: (key) => key.apiKeyId,
        name: (key) => key.apiKeyName,
        run: (key) => api(deleteApiKey, { params: { key: key.apiKeyId }, ifMatch: `"${key.version}"` }),
        fallback: m.keys_error_delete(),
      }),
    onSuccess: ({ succeeded, failed }) => {
      for (const failure of failed) alerts.danger(m.keys_delete_failed({ name: failure.name, message: failure.message }))
      if (succeeded.length > 0) {
        alerts.success(m.keys_deleted({ count: succeeded.length, name: succeeded[0]?.apiKeyName ?? '' }))
        deselect(succeeded.map(({ apiKeyId }) => apiKeyId))
        onDeleted()
      }
      void invalidateTables(keyTables)
      close()
    },
  })
  const regeneration = useMutation({
    mutationKey: ['regenerate_api_key'],
    mutationFn: ({ key, overlap }: { key: ApiKey; overlap: ApiKeyOverlap }) =>
      api(regenerateApiKey, { params: { key: key.apiKeyId }, query: { overlap }, ifMatch: `"${key.version}"` }),
    // The secret goes with the dialog.
    gcTime: 0,
    onSuccess: () => void invalidateTables(keyTables),
    onError: (error) => alertFailure(error, m.keys_error_regenerate()),
    onSettled: close,
  })
  const ending = useMutation({
    mutationKey: ['end_api_key_overlap'],
    mutationFn: (key: ApiKey) => api(endApiKeyOverlap, { params: { key: key.apiKeyId }, ifMatch: `"${key.version}"` }),
    onSuccess: (key) => {
      void invalidateTables(keyTables)
      alerts.success(m.keys_previous_ended({ name: key.apiKeyName }))
    },
    onError: (error) => alertFailure(error, m.keys_error_update()),
    onSettled: close,
  })
  const minted = regeneration.data
  const finish = () => {
    regeneration.reset()
    if (minted) alerts.success(m.keys_regenerated({ name: minted.apiKeyName }))
  }
  return {
    delete: (keys) => setStarted({ kind: 'delete', keys }),
    regenerate: (key) => setStarted({ kind: 'regenerate', key }),
    endPrevious: (key) => setStarted({ kind: 'endPrevious', key }),
    dialogs: (
      <>
        {started?.kind === 'delete' ? (
          <ConfirmDialog
            open
            onClose={close}
            title={m.keys_delete_title({ count: started.keys.length, name: started.keys[0]?.apiKeyName ?? '' })}
            confirmLabel={m.keys_delete_confirm({ count: started.keys.length })}
            onConfirm={() => deletion.mutate(started.keys)}
            loading={deletion.isPending}
          >
            <p>{m.keys_delete_text({ names: formatList(started.keys.map((key) => key.apiKeyName)) })}</p>
          </ConfirmDialog>
        ) : null}
        {started?.kind === 'regenerate' ? (
          <RegenerateKeyDialog
            apiKey={started.key}
            onClose={close}
            onConfirm={(overlap) => regeneration.mutate({ key: started.key, overlap })}
            loading={regeneration.isPending}
          />
        ) : null}
        {started?.kind === 'endPrevious' ? (
          <ConfirmDialog
            open
            onClose={close}
            title={m.keys_previous_end_title({ name: started.key.apiKeyName })}
            confirmLabel={m.keys_previous_end()}
            onConfirm={() => ending.mutate(started.key)}
            loading={ending.isPending}
          >
            <p>{m.keys_previous_end_text({ prefix: started.key.previous?.prefix ?? '' })}</p>
            {started.key.previous?.lastUsedAt ? (
              <p>{m.keys_previous_used({ time: relativeTime(started.key.previous.lastUsedAt, serverNow()) })}</p>
            ) : null}
          </ConfirmDialog>
        ) : null}
        {minted ? <MintedKeyDialog minted={minted} onClose={finish} /> : null}
      </>
    ),
  }
}
