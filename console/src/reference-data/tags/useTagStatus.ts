import { m } from '@steward/contract/paraglide/messages'
import type { Tag } from '@steward/contract/reference-data/tags-schemas'
import { useStatusChange, type StatusChange } from '../shared/useStatusChange.tsx'
import { setTagActive, tagTables } from './queries.ts'

/** Activates or deactivates tags: one from a menu, or many from a selection. */
export const useTagStatus = (): StatusChange<Tag> =>
  useStatusChange<Tag>({
    mutationKey: 'DataTags_bulk_update',
    tables: tagTables,
    id: (tag) => tag.tagId,
    name: (tag) => tag.tagName,
    change: setTagActive,
    done: ({ isActive, names, already }) => {
      const of = { count: names.length, name: names[0] ?? '' }
      const done = isActive ? m.tags_activated(of) : m.tags_deactivated(of)
      if (already === 0) return done
      return `${done} ${isActive ? m.tags_already_active({ count: already }) : m.tags_already_inactive({ count: already })}`
    },
    failedTitle: m.tags_bulk_failed,
    fallback: m.tags_error_edit,
  })
