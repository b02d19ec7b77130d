import { m } from '@steward/contract/paraglide/messages'
import type { Tag } from '@steward/contract/reference-data/tags-schemas'
import { timeCell } from '../../ui/display/RelativeTime.tsx'
import type { DataColumn } from '../../ui/table/columns.ts'
import { ActiveCell } from '../shared/StatusCell.tsx'

/** Columns of the tags table (second specification file, section 2). */
export const tagColumns = (): DataColumn<Tag>[] => [
  { id: 'name', header: m.tags_column_name(), cell: (tag) => tag.tagName, sort: 'tagName', width: 'wide' },
  { id: 'active', header: m.tags_column_active(), cell: (tag) => <ActiveCell isActive={tag.isActive} />, sort: 'isActive', width: 'time' },
  { id: 'creator', header: m.tags_column_created_by(), cell: (tag) => tag.createdBy, sort: 'createdBy' },
  {
    id: 'created',
    header: m.tags_column_created(),
    cell: (tag) => timeCell(tag.createdAt),
    sort: 'createdAt',
    width: 'time',
  },
  { id: 'updater', header: m.tags_column_updated_by(), cell: (tag) => tag.updatedBy, sort: 'updatedBy', from: 'laptop' },
]
