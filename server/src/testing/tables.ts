import { type UndoableTable, undoableTables } from '../db/imaged-tables.ts'
import type { Db } from '../db/pool.ts'

type Columns = Record<string, unknown>

/** Columns that say when a row was written and by whom, or that are secret: an undo doesn't bring them back. */
const passing = [
  'created_at',
  'updated_at',
  'updated_by',
  'version',
  'last_sign_in_at',
  'password_hash',
  'password_changed_at',
  'key_digest',
  'key_prefix',
  'signing_secret',
  'previous_signing_secret',
  'previous_expires_at',
]

/** Every row that an undo can put back, by table, as a text of its columns. */
export async function readState(db: Db, tenantId: string): Promise<Partial<Record<UndoableTable, string[]>>> {
  const client = await db.connect()
  try {
    const state: Partial<Record<UndoableTable, string[]>> = {}
    for (const table of undoableTables) {
      const { rows } = await client.query<{ row: Columns }>(
        `select to_jsonb(t) - $2::text[] as row from ${table} t where tenant_id = $1${table === 'saved_view' ? ' and owner_id is null' : ''}`,
        [tenantId, passing],
      )
      state[table] = rows.map(({ row }) => JSON.stringify(Object.entries(row).toSorted())).toSorted()
    }
    return state
  } finally {
    await client.end()
  }
}

/** When a session or a token was last used, which the server notes beside what is asked of it. */
const lastUses = ['last_active_at', 'last_used_at', 'last_used_address']

/** A digest of each table of the database, of everything in it. */
export async function digestTables(db: Db, except: readonly string[]): Promise<Record<string, string>> {
  const client = await db.connect()
  try {
    const { rows } = await client.query<{ schema: string; name: string }>(
      `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker') and not c.relname = any ($1)`,
      [[...except]],
    )
    // Names of the catalog, so that one statement reads all tables.
    const parts = rows.map(
      ({ schema, name }) =>
        `select '${name}' as name, (select md5(string_agg(r::text, '|' order by r::text)) from (select to_jsonb(t) - $1::text[] as r from "${schema}"."${name}" t) rows) as digest`,
    )
    const { rows: found } = await client.query<{ name: string; digest: string | null }>(parts.join(' union all '), [lastUses])
    return Object.fromEntries(found.map(({ name, digest }) => [name, digest ?? '']))
  } finally {
    await client.end()
  }
}
