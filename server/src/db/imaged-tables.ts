import { auditedTables } from '@steward/contract/audit-log/constants'
import type { TableName } from './changed-tables.ts'

/** Tables whose rows are kept as they were before each change (docs/adr/050). A test compares them with the triggers. */
export const imagedTables = [
  'api_key',
  'api_key_group',
  'app_user',
  'datastore_entry',
  'group_member',
  'group_role',
  'resource_group',
  'resource_group_group',
  'role',
  'role_action',
  'user_group',
] as const satisfies readonly TableName[]
export type ImagedTable = (typeof imagedTables)[number]

const imaged: ReadonlySet<string> = new Set(imagedTables)
const withoutImages: ReadonlySet<string> = new Set(auditedTables.filter((table) => !imaged.has(table)))

/** Whether a change of this table can't be put back, because no image of its rows is kept. */
export const lacksImages = (table: TableName): boolean => withoutImages.has(table)
