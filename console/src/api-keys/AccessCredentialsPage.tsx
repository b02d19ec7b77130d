import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Plus, Trash2 } from 'lucide-react'
import type { ApiKey } from '@steward/contract/api-keys/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { SavedViews } from '../saved-views/SavedViews.tsx'
import { usePermission } from '../session/permissions/permissions.ts'
import { ButtonLink } from '../ui/form/ButtonLink.tsx'
import { FilterMenu } from '../ui/filter/FilterMenu.tsx'
import { PageHeader } from '../ui/display/PageHeader.tsx'
import { SearchBox } from '../ui/filter/SearchBox.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { peekState } from '../ui/record/view.ts'
import { BulkButtons } from '../ui/table/BulkButtons.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { useSearchChange } from '../ui/table/useSearchChange.ts'
import { keyColumns } from './columns.tsx'
import { keyMenu } from './keyMenu.tsx'
import { KeyTimeline } from './KeyTimeline.tsx'
import { keysQuery } from './queries.ts'
import { defaultSort, isFiltered, keysSearch, noFilters, type KeysSearch, type KeyUse } from './search.ts'
import { useKeyActions } from './useKeyActions.tsx'
import { editReason } from './labels.ts'
import css from './AccessCredentialsPage.module.css'

const path = '/developer-administration/access-credentials'
const columns = keyColumns()
const keyId = (key: ApiKey) => key.apiKeyId
const keyName = (key: ApiKey) => key.apiKeyName
const bulk = [{ kind: 'delete', label: m.keys_delete, icon: <Trash2 /> }]

/** The API keys of the tenant (product decisions, "Access credentials"). Panels over it are its child routes. */
export function AccessCredentialsPage({ search }: { search: KeysSearch }) {
  const query = useQuery(keysQuery(search))
  const mayEdit = usePermission('Admin.EditApiKeys')
  const open = useParams({ strict: false })
  const actions = useKeyActions()
  const keys = query.data?.items ?? []
  const change = useSearchChange(keysSearch)
  const uses: { value: KeyUse; label: string }[] = [
    { value: 'never', label: m.keys_use_never() },
    { value: 'used', label: m.keys_use_used() },
    { value: 'expiring', label: m.keys_use_expiring() },
    { value: 'expired', label: m.keys_use_expired() },
    { value: 'unlimited', label: m.keys_never_expires_long() },
    { value: 'rotating', label: m.keys_use_rotating() },
    { value: 'stopped', label: m.keys_use_stopped() },
  ]
  return (
    <>
      <PageHeader title={m.menu_access_credentials()} sentence={m.keys_sentence()} actions={<CreateLink />} />
      <DataTable
        name="api-keys"
        label={m.keys_table()}
        columns={columns}
        query={query}
        rowId={keyId}
        rowName={keyName}
        search={{ ...search, sort: search.sort ?? defaultSort }}
        onSearchChange={change}
        rowLink={(key) => ({
          to: `${path}/$keyId`,
          params: { keyId: key.apiKeyId },
          search: true,
          state: peekState(key.apiKeyId === open.keyId),
        })}
        openId={open.keyId}
        rowActions={(key) => keyMenu(key, mayEdit, actions)}
        bulkActions={(selected) => (
          <BulkButtons actions={bulk} reason={editReason(mayEdit)} onStart={() => actions.delete(selected.rows)} />
        )}
        views={<SavedViews list="api-keys" read={keysSearch} />}
        toolbar={
          <>
            <SearchBox label={m.keys_search()} value={search.q ?? ''} onChange={(q) => change({ q })} />
            <FilterMenu label={m.keys_filter_use()} options={uses} value={search.use} onChange={(use) => change({ use })} />
          </>
        }
        empty={
          <EmptyState title={m.keys_empty_title()} actions={<CreateLink />}>
            {m.keys_empty_text()}
          </EmptyState>
        }
        isFiltered={isFiltered(search)}
        onClearFilters={() => change(noFilters)}
        errorFallback={m.keys_error_get()}
      />
      {keys.length > 1 ? (
        <div className={css.timeline}>
          <KeyTimeline keys={keys} />
        </div>
      ) : null}
      {actions.dialogs}
    </>
  )
}

function CreateLink() {
  const reason = editReason(usePermission('Admin.EditApiKeys'))
  return (
    <ButtonLink kind="primary" icon={<Plus />} disabledReason={reason} link={{ to: `${path}/new`, search: true }}>
      {m.keys_create()}
    </ButtonLink>
  )
}
