import { auditedTables } from '@steward/contract/audit-log/constants'
import type { TableName } from './changed-tables.ts'

/** Tables whose rows an undo puts back, and whose images show the past (docs/adr/055). */
const accessTables = [
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

/** Tables whose images serve an undo alone: there is no list or record of them as of a moment. */
const otherTables = ['currency', 'currency_scheme', 'log_stream', 'saved_view', 'tag'] as const satisfies readonly TableName[]

/** Tables whose images an undo puts back (docs/adr/050). */
export const undoableTables = [...accessTables, ...otherTables] as const
export type UndoableTable = (typeof undoableTables)[number]

/** What the platform reports: its images show the past (docs/adr/056), and only the platform changes it. */
const reportedTables = ['application_license', 'company_quota', 'data_entitlement'] as const satisfies readonly TableName[]

/** Tables that can be read as of a moment. */
export const pastTables = [...accessTables, ...reportedTables].toSorted()
export type PastTable = (typeof pastTables)[number]

/** Tables whose rows are kept as they were before each change. A test compares them with the triggers. */
export const imagedTables = [...undoableTables, ...reportedTables].toSorted()

const undoable: ReadonlySet<string> = new Set(undoableTables)
const lasting: ReadonlySet<string> = new Set(auditedTables.filter((table) => !undoable.has(table)))

/** Whether a change of this table can't be put back. */
export const isLasting = (table: TableName): boolean => lasting.has(table)
