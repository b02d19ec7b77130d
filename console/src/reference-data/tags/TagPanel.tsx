import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { updateTag } from '@steward/contract/reference-data/tags'
import { createTagBody, type Tag } from '@steward/contract/reference-data/tags-schemas'
import { CallPreview } from '../../effects/PreviewedEffects.tsx'
import { useDocumentTitle } from '../../pages/titles.ts'
import { ItemPanel } from '../shared/ItemPanel.tsx'
import { NameEditor, type NamedKind } from '../shared/NameEditor.tsx'
import { useEditReason } from './permissions.ts'
import { readTagAgain, renameTag, tagQuery, tagTables } from './queries.ts'
import { useTagStatus } from './useTagStatus.ts'

const kind: NamedKind<Tag> = {
  key: 'DataTags_edit',
  schema: createTagBody.shape.tagName,
  serverField: 'tagName',
  nameOf: ({ tagName }) => tagName,
  titleOf: ({ tagName }) => tagName,
  maxLength: 64,
  isIdentifier: true,
  tables: tagTables,
  save: ({ tagId }, name, ifMatch) => renameTag(tagId, name, ifMatch),
  preview: ({ tagId }, tagName) => <CallPreview endpoint={updateTag} input={{ params: { tagId }, body: { tagName } }} />,
  latest: ({ tagId }) => readTagAgain(tagId),
  texts: {
    label: m.tags_column_name,
    hint: m.tags_rename_hint,
    saved: ({ tagName }) => m.tags_edited({ name: tagName }),
    failed: m.tags_error_edit,
    createdBy: m.tags_column_created_by,
    created: m.tags_column_created,
    updatedBy: m.tags_column_updated_by,
    updated: m.tags_updated,
  },
}

/** A tag over the list: its name can be changed here. */
export function TagPanel({ tagId }: { tagId: string }) {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/reference-data/data-tags', search: true })
  const query = useQuery(tagQuery(tagId))
  const reason = useEditReason()
  const status = useTagStatus()
  useDocumentTitle(query.data?.data.tagName ?? m.menu_data_tags())
  return (
    <ItemPanel
      query={query}
      title={m.tags_tag()}
      gone={{ title: m.tags_gone_title(), text: m.tags_gone_text() }}
      errorFallback={m.tags_error_get()}
      onClose={close}
    >
      {(tag) => <NameEditor key={tag.data.tagId} kind={kind} latest={tag} reason={reason} status={status} onClose={close} />}
    </ItemPanel>
  )
}
