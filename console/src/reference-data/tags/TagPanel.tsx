import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { createTagBody, type Tag } from '@steward/contract/reference-data/tags-schemas'
import { alerts } from '../../api/alerts.ts'
import { invalidateTables } from '../../api/query.ts'
import { useDocumentTitle } from '../../pages/titles.ts'
import { Callout } from '../../ui/display/Callout.tsx'
import { DescriptionList } from '../../ui/display/DescriptionList.tsx'
import { RelativeTime } from '../../ui/display/RelativeTime.tsx'
import { IconButton } from '../../ui/form/Button.tsx'
import { FormTextField } from '../../ui/form/fields.tsx'
import { PanelForm, useContractForm } from '../../ui/form/FormShell.tsx'
import { SaveConflict } from '../../ui/form/SaveConflict.tsx'
import { StaleNotice } from '../../ui/form/StaleNotice.tsx'
import { useEditBase } from '../../ui/form/useEditBase.ts'
import { useVersionedSave } from '../../ui/form/useVersionedSave.ts'
import { Menu, MenuItem } from '../../ui/overlay/Menu.tsx'
import { ItemPanel } from '../shared/ItemPanel.tsx'
import { statusAction } from '../shared/statusAction.tsx'
import { ActiveCell } from '../shared/StatusCell.tsx'
import { useEditReason } from './permissions.ts'
import { readTagAgain, renameTag, tagQuery, tagTables, type VersionedTag } from './queries.ts'
import { useTagStatus } from './useTagStatus.ts'

type Name = Pick<Tag, 'tagName'>
const nameOf = ({ data: { tagName } }: VersionedTag): Name => ({ tagName })
const sameName = (a: VersionedTag, b: VersionedTag) => a.data.tagName === b.data.tagName

/** A tag over the list: its name can be changed here. */
export function TagPanel({ tagId }: { tagId: string }) {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/reference-data/data-tags', search: true })
  const query = useQuery(tagQuery(tagId))
  useDocumentTitle(query.data?.data.tagName ?? m.menu_data_tags())
  return (
    <ItemPanel
      query={query}
      title={m.tags_tag()}
      gone={{ title: m.tags_gone_title(), text: m.tags_gone_text() }}
      errorFallback={m.tags_error_get()}
      onClose={close}
    >
      {(tag) => <Editor key={tag.data.tagId} latest={tag} onClose={close} />}
    </ItemPanel>
  )
}

function Editor({ latest, onClose }: { latest: VersionedTag; onClose: () => void }) {
  const tag = latest.data
  const reason = useEditReason()
  const form = useContractForm<Name, Name>({ schema: createTagBody, defaultValues: nameOf(latest) })
  const [base, rebase] = useEditBase(form, latest, nameOf)
  const { isDirty } = form.formState
  const status = useTagStatus()
  const save = useVersionedSave<VersionedTag, Name>({
    key: 'DataTags_edit',
    save: ({ tagName }, ifMatch) => renameTag(tag.tagId, tagName, ifMatch),
    latest: () => readTagAgain(tag.tagId),
    isSame: sameName,
    onSaved: (saved) => {
      rebase(saved)
      void invalidateTables(tagTables)
      alerts.success(m.tags_edited({ name: saved.data.tagName }))
    },
  })
  return (
    <>
      <PanelForm
        form={form}
        title={tag.tagName}
        actions={
          <Menu trigger={<IconButton label={m.ui_row_actions({ name: tag.tagName })} icon={<Ellipsis />} />}>
            <MenuItem {...statusAction(tag, status, reason)} />
          </Menu>
        }
        onSubmit={(name) => save.submit(name, base)}
        onClose={onClose}
        onDone={() => {}}
        submitError={save.error}
        loading={save.isSubmitting}
        submitLabel={m.tags_save()}
        submitDisabledReason={reason ?? (isDirty ? undefined : m.users_unchanged())}
        errorFallback={m.tags_error_edit()}
      >
        {reason === undefined ? null : <Callout tone="info">{reason}</Callout>}
        <StaleNotice show={isDirty && !sameName(base, latest)} onTakeTheirs={() => rebase(latest)} />
        <FormTextField
          control={form.control}
          name="tagName"
          label={m.tags_column_name()}
          hint={m.tags_rename_hint()}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          readOnly={reason !== undefined}
        />
        <Details tag={tag} />
      </PanelForm>
      <SaveConflict
        save={save}
        name={base.data.tagName}
        fields={({ base: from, mine, theirs }) => [
          { id: 'tagName', label: m.tags_column_name(), base: from.data.tagName, mine: mine.tagName, theirs: theirs.data.tagName },
        ]}
        resolved={({ mine, theirs }, sides) => (sides['tagName'] === 'mine' ? mine : nameOf(theirs))}
        errorFallback={m.tags_error_edit()}
      />
      {status.dialogs}
    </>
  )
}

function Details({ tag }: { tag: Tag }) {
  return (
    <DescriptionList
      items={[
        { term: m.tags_column_active(), value: <ActiveCell isActive={tag.isActive} /> },
        { term: m.tags_column_created_by(), value: tag.createdBy },
        { term: m.tags_column_created(), value: <RelativeTime value={tag.createdAt} /> },
        { term: m.tags_column_updated_by(), value: tag.updatedBy },
        { term: m.tags_updated(), value: <RelativeTime value={tag.updatedAt} /> },
      ]}
    />
  )
}
