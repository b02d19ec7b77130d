import type pg from 'pg'

/**
 * Prepares empty tables for rows that another database has already checked, counted and audited: disables triggers, and drops
 * foreign keys, which are faster to check for all rows together. Creates the log partitions from `firstLogMonth` ('YYYY-MM-01')
 * on. Returns a function that restores both after loading.
 */
export async function loadUnchecked(client: pg.Client, tables: readonly string[], firstLogMonth?: string): Promise<() => Promise<void>> {
  if (firstLogMonth === undefined) await client.query('select create_log_partitions(3)')
  else await client.query('select create_log_partitions(3, $1)', [firstLogMonth])
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by conname`)
  for (const key of keys) await client.query(`alter table ${key.table} drop constraint ${key.name}`)
  for (const name of tables) await client.query(`alter table ${name} disable trigger user`)
  return async () => {
    for (const name of tables) await client.query(`alter table ${name} enable trigger user`)
    for (const key of keys) await client.query(`alter table ${key.table} add constraint ${key.name} ${key.definition}`)
  }
}
