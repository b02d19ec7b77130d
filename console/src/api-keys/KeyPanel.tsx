import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ApiKey } from '@steward/contract/api-keys/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { isGone } from '../api/problem.ts'
import { invalidateTables } from '../api/query.ts'
import { HistorySection } from '../history/HistorySection.tsx'
import { formatList } from '../i18n/format.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { useDocumentTitle } from '../pages/titles.ts'
import { alerts } from '../api/alerts.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { chosenOf } from '../ui/form/conflict.ts'
import { PanelForm, useContractForm } from '../ui/form/FormShell.tsx'
import { SaveConflict } from '../ui/form/SaveConflict.tsx'
import { StaleNotice } from '../ui/form/StaleNotice.tsx'
import { useEditBase } from '../ui/form/useEditBase.ts'
import { useVersionedSave, valuesIn } from '../ui/form/useVersionedSave.ts'
import { DescriptionList } from '../ui/display/DescriptionList.tsx'
import { Mono } from '../ui/display/Mono.tsx'
import { RecordMenu } from '../ui/record/RecordMenu.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { PanelBody, SidePanel } from '../ui/overlay/SidePanel.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '../ui/display/states.tsx'
import { formatLastDay } from '../i18n/expiry.ts'
import { formatMoment } from '../i18n/time.ts'
import { keyBody, KeyFields, keySchema, keyValues, type KeyValues } from './KeyFields.tsx'
import { keyMenu } from './keyMenu.tsx'
import { keyQuery, keyTables, readKeyAgain, saveKey, type VersionedKey } from './queries.ts'
import { useKeyActions } from './useKeyActions.tsx'
import { editReason } from './labels.ts'

const valuesOf = ({ data }: VersionedKey): KeyValues => keyValues(data)

/** An API key over the list. */
export function KeyPanel({ keyId }: { keyId: string }) {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/developer-administration/access-credentials', search: true })
  const query = useQuery(keyQuery(keyId))
  useDocumentTitle(query.data?.data.apiKeyName ?? m.menu_access_credentials())
  const gone = isGone(query.error)
  if (query.data && !gone) return <Editor key={query.data.data.apiKeyId} latest={query.data} onClose={close} />
  return (
    <SidePanel title={query.data?.data.apiKeyName ?? m.keys_key()} onClose={close}>
      <PanelBody>
        {gone ? (
          <EmptyState title={m.keys_gone_title()}>{m.keys_gone_text()}</EmptyState>
        ) : query.error ? (
          <ErrorState error={query.error} fallback={m.keys_error_get()} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        ) : (
          <SkeletonLines count={8} />
        )}
      </PanelBody>
    </SidePanel>
  )
}

function Editor({ latest, onClose }: { latest: VersionedKey; onClose: () => void }) {
  const key = latest.data
  const mayEdit = usePermission('Admin.EditApiKeys')
  const form = useContractForm<KeyValues, KeyValues>({ schema: keySchema, defaultValues: valuesOf(latest) })
  const [base, rebase] = useEditBase(form, latest, valuesOf)
  const { isDirty } = form.formState
  const actions = useKeyActions(onClose)
  const save = useVersionedSave<VersionedKey, KeyValues>({
    key: 'edit_api_key',
    save: (values, ifMatch, from) => saveKey(from.data.apiKeyId, keyBody(values), ifMatch),
    latest: () => readKeyAgain(key.apiKeyId),
    onSaved: (saved) => {
      rebase(saved)
      void invalidateTables(keyTables)
      alerts.success(m.keys_updated({ name: saved.data.apiKeyName }))
    },
  })
  const reason = editReason(mayEdit)
  return (
    <>
      <PanelForm
        form={form}
        title={key.apiKeyName}
        actions={<RecordMenu name={key.apiKeyName} actions={keyMenu(key, mayEdit, actions)} />}
        onSubmit={(values) => save.submit(values, base)}
        onClose={onClose}
        onDone={() => {}}
        submitError={save.error}
        loading={save.isSubmitting}
        submitLabel={m.keys_save()}
        submitDisabledReason={reason ?? (isDirty ? undefined : m.users_unchanged())}
        errorFallback={m.keys_error_update()}
      >
        {reason === undefined ? null : <Callout tone="info">{reason}</Callout>}
        {key.isHolderGone ? <Callout tone="danger">{m.keys_stopped_take_over({ name: key.heldBy })}</Callout> : null}
        <StaleNotice show={isDirty && latest.etag !== base.etag} onTakeTheirs={() => rebase(latest)} />
        <Particulars apiKey={key} />
        <KeyFields form={form} readOnly={reason !== undefined} />
        <HistorySection record="apiKey" id={key.apiKeyId} />
      </PanelForm>
      <SaveConflict
        save={save}
        name={key.apiKeyName}
        fields={(conflict) => conflictFields(valuesIn(conflict, valuesOf))}
        resolved={(conflict, sides) => {
          const chosen = chosenOf(valuesIn(conflict, valuesOf), sides)
          return { apiKeyName: chosen('apiKeyName'), groups: chosen('groups'), expiresAt: chosen('expiresAt') }
        }}
        errorFallback={m.keys_error_update()}
      />
      {actions.dialogs}
    </>
  )
}

/** Each side of a conflict, as text. */
function conflictFields({ base, mine, theirs }: Record<'base' | 'mine' | 'theirs', KeyValues>) {
  const groups = (values: KeyValues) => formatList(values.groups.map((group) => group.label).toSorted())
  const day = (values: KeyValues) => (values.expiresAt === '' ? m.keys_never_expires() : formatLastDay(values.expiresAt))
  const field = (id: string, label: string, text: (values: KeyValues) => string) => ({
    id,
    label,
    base: text(base),
    mine: text(mine),
    theirs: text(theirs),
  })
  return [
    field('apiKeyName', m.keys_column_name(), (values) => values.apiKeyName),
    field('groups', m.keys_column_groups(), groups),
    field('expiresAt', m.keys_field_expires(), day),
  ]
}

function Particulars({ apiKey }: { apiKey: ApiKey }) {
  return (
    <DescriptionList
      items={[
        { term: m.keys_column_prefix(), value: <Mono>{apiKey.prefix}…</Mono> },
        ...(apiKey.previous
          ? [
              {
                term: m.keys_previous(),
                value: (
                  <>
                    <Mono>{apiKey.previous.prefix}…</Mono> {m.keys_previous_until_time({ time: formatMoment(apiKey.previous.validUntil) })}
                  </>
                ),
              },
              { term: m.keys_previous_last_used(), value: <RelativeTime value={apiKey.previous.lastUsedAt} empty={m.keys_never_used()} /> },
            ]
          : []),
        { term: m.keys_column_last_used(), value: <RelativeTime value={apiKey.lastUsedAt} empty={m.keys_never_used()} /> },
        { term: m.keys_column_expires(), value: apiKey.expiresAt ? formatLastDay(apiKey.expiresAt) : m.keys_never_expires() },
        { term: m.keys_column_created_by(), value: apiKey.createdBy },
        { term: m.keys_held_by(), value: apiKey.heldBy || m.keys_held_by_nobody() },
        { term: m.keys_column_created(), value: <RelativeTime value={apiKey.createdAt} /> },
      ]}
    />
  )
}
