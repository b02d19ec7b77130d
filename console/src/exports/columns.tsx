import { m } from '@steward/contract/paraglide/messages'
import type { TemporaryFile } from '@steward/contract/exports/schemas'
import { timeCell } from '../ui/display/RelativeTime.tsx'
import type { DataColumn } from '../ui/table/columns.ts'
import { FileStatus } from './FileStatus.tsx'
import { kindLabels } from './fileLabels.ts'
import { formatBytes } from './labels.ts'

/** Columns of the temporary files table. */
export const fileColumns = (): DataColumn<TemporaryFile>[] => [
  {
    id: 'name',
    header: m.files_column_name(),
    cell: (file) => <span title={file.fileName}>{file.fileName}</span>,
    sort: 'fileName',
    width: 'wide',
  },
  { id: 'status', header: m.files_column_status(), cell: (file) => <FileStatus file={file} />, width: 'time' },
  { id: 'kind', header: m.files_column_kind(), cell: (file) => kindLabels[file.kind](), from: 'laptop' },
  {
    id: 'size',
    header: m.files_column_size(),
    cell: (file) => (file.status === 'ready' ? formatBytes(file.sizeBytes) : '–'),
    sort: 'sizeBytes',
    align: 'end',
    width: 'narrow',
  },
  {
    id: 'creator',
    header: m.files_column_created_by(),
    cell: (file) => <span title={file.createdBy}>{file.createdBy}</span>,
  },
  {
    id: 'created',
    header: m.files_column_created(),
    cell: (file) => timeCell(file.createdAt),
    sort: 'createdAt',
    from: 'desktop',
    width: 'time',
  },
  {
    id: 'expires',
    header: m.files_column_expires(),
    cell: (file) => timeCell(file.status === 'ready' || file.status === 'expired' ? file.expiresAt : null),
    sort: 'expiresAt',
    width: 'time',
  },
]
