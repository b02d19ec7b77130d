import { useQuery } from '@tanstack/react-query'
import { linkOptions, useNavigate } from '@tanstack/react-router'
import type { ApiKey } from '@steward/contract/api-keys/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { formatLastDay } from '../i18n/expiry.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { CopyId } from '../ui/display/CopyButton.tsx'
import { Mono } from '../ui/display/Mono.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { EntityRecord } from '../pages/EntityRecord.tsx'
import { RecordSummary } from '../ui/record/parts.tsx'
import { RecordMenu } from '../ui/record/RecordMenu.tsx'
import { keyMenu } from './keyMenu.tsx'
import { KeyStatus } from './KeyStatus.tsx'
import { keyQuery } from './queries.ts'
import { useKeyActions } from './useKeyActions.tsx'

const path = '/developer-administration/access-credentials/$keyId'

/** An API key: beside the list or as a page, with tabs that have their own URLs. */
export function KeyRecord({ keyId }: { keyId: string }) {
  const navigate = useNavigate()
  const query = useQuery(keyQuery(keyId))
  const close = () => void navigate({ to: '/developer-administration/access-credentials', search: true })
  const tab = (label: string, part: '' | '/access' | '/history' = '') => ({
    label,
    link: linkOptions({ to: `${path}${part}` as const, params: { keyId }, search: true, state: true }),
    exact: part === '',
  })
  return (
    <EntityRecord
      query={query}
      kind={m.keys_key()}
      nameOf={(key) => key.apiKeyName}
      listTitle={m.menu_access_credentials()}
      statusOf={(key) => (
        <RecordSummary>
          <KeyStatus apiKey={key} />
          <CopyId value={key.apiKeyId} label={m.keys_copy_id()} />
        </RecordSummary>
      )}
      factsOf={factsOf}
      actionsOf={(key) => <KeyActionsMenu apiKey={key} onDeleted={close} />}
      tabsOf={() => [tab(m.record_overview()), tab(m.keys_access(), '/access'), tab(m.history_title(), '/history')]}
      link={{ to: path, params: { keyId }, search: true }}
      onClose={close}
      gone={{ title: m.keys_gone_title(), text: m.keys_gone_text() }}
      errorFallback={m.keys_error_get()}
    />
  )
}

const factsOf = (key: ApiKey) => [
  { term: m.keys_column_prefix(), value: <Mono>{key.prefix}</Mono> },
  { term: m.keys_column_last_used(), value: <RelativeTime value={key.lastUsedAt} empty={m.keys_never_used()} /> },
  { term: m.keys_column_expires(), value: key.expiresAt ? formatLastDay(key.expiresAt) : m.keys_never_expires() },
  { term: m.keys_held_by(), value: key.heldBy || m.keys_held_by_nobody() },
]

function KeyActionsMenu({ apiKey, onDeleted }: { apiKey: ApiKey; onDeleted: () => void }) {
  const mayEdit = usePermission('Admin.EditApiKeys')
  const actions = useKeyActions(onDeleted)
  return (
    <>
      <RecordMenu name={apiKey.apiKeyName} actions={keyMenu(apiKey, mayEdit, actions)} />
      {actions.dialogs}
    </>
  )
}
