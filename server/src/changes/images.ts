import { sql } from 'kysely'
import { type UndoableTable, undoableTables } from '../db/imaged-tables.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'

/** Columns of a row as the database gives them in JSON. */
export type Columns = Record<string, unknown>

export interface Image {
  table: UndoableTable
  key: Columns
  /** Null for a new row. Of an update only what changed. */
  before: Columns | null
  /** Null for a deleted row. */
  after: Columns | null
}

/** The key of each table besides the tenant, with the types of its columns. */
export const keys: Readonly<Record<UndoableTable, Readonly<Record<string, 'uuid' | 'text'>>>> = {
  api_key: { api_key_id: 'uuid' },
  api_key_group: { api_key_id: 'uuid', group_id: 'uuid' },
  app_user: { user_id: 'uuid' },
  currency: { currency_code: 'text' },
  currency_scheme: { currency_scheme_id: 'uuid' },
  datastore_entry: { level: 'text', level_id: 'text', entry_key: 'text' },
  group_member: { group_id: 'uuid', user_id: 'uuid' },
  group_role: { group_id: 'uuid', role_id: 'uuid' },
  log_stream: { log_stream_id: 'uuid' },
  resource_group: { resource_group_id: 'uuid' },
  resource_group_group: { resource_group_id: 'uuid', group_id: 'uuid' },
  role: { role_id: 'uuid' },
  role_action: { role_id: 'uuid', action_name: 'text' },
  saved_view: { saved_view_id: 'uuid' },
  tag: { tag_id: 'uuid' },
  user_group: { group_id: 'uuid' },
}

/** Columns that say when a row was written and by whom, not what it says. */
export const unwatched: ReadonlySet<string> = new Set(['created_at', 'updated_at', 'updated_by', 'version', 'last_sign_in_at'])

interface ImageRow {
  table_name: UndoableTable
  row_key: Columns | null
  before: Columns | null
  after: Columns | null
}

/** What a change did in the end to each row that an undo can put back, in the order in which rows were first written. */
export async function readImages(tx: TenantTransaction, change: { changeId: string; at?: string }): Promise<Image[]> {
  const { rows } = await sql<ImageRow>`
    select table_name, row_key, before, after from row_image
     where tenant_id = ${tenantIdOf(tx)}::uuid and occurred_at = coalesce(${change.at ?? null}::timestamptz, now())
       and change_id = ${change.changeId}::uuid and table_name = any (${[...undoableTables]}::text[])
     order by image_id`.execute(tx)
  return netOf(rows)
}

export const rowOf = ({ table, key }: Pick<Image, 'table' | 'key'>): string => `${table} ${Object.values(key).join(' ')}`

function netOf(rows: readonly ImageRow[]): Image[] {
  const net = new Map<string, Image>()
  for (const { table_name: table, row_key: rowKey, before, after } of rows) {
    const image = { table, key: keyOf(table, rowKey ?? after ?? before ?? {}), before, after }
    const earlier = net.get(rowOf(image))
    net.set(rowOf(image), earlier ? joined(earlier, image) : image)
  }
  return [...net.values()].map(reduced).filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
}

/** Of an update only the columns that differ in the end. */
function reduced(image: Image): Image {
  const { before, after, key } = image
  if (before === null || after === null) return image
  const names = Object.keys(before).filter(
    (name) => !unwatched.has(name) && !(name in key) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const only = (columns: Columns) => Object.fromEntries(names.map((name) => [name, columns[name]]))
  return { ...image, before: only(before), after: only(after) }
}

const keyOf = (table: UndoableTable, columns: Columns): Columns =>
  Object.fromEntries(Object.keys(keys[table]).map((name) => [name, columns[name]]))

/** Two changes of a row as one. */
function joined(first: Image, second: Image): Image {
  const { table, key } = first
  // Created first: what counts is how it was left.
  if (first.before === null) return { table, key, before: null, after: second.after && { ...first.after, ...second.after } }
  // Deleted and created again: a change of what differs.
  if (first.after === null) return { table, key, before: first.before, after: second.after }
  if (second.after === null) return { table, key, before: { ...second.before, ...first.before }, after: null }
  return { table, key, before: { ...second.before, ...first.before }, after: { ...first.after, ...second.after } }
}
