import type pg from 'pg'
import type { Db } from '../../server/src/db/pool.ts'
import { timed } from './measure.ts'

/** Drops the indexes of a table except its key, does `work`, and builds them again. Returns the seconds of both. */
export async function withoutIndexes(
  client: pg.Client,
  table: string,
  work: () => Promise<void>,
): Promise<{ rows: number; indexes: number }> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
       from pg_index join pg_class c on c.oid = indexrelid where indrelid = $1::regclass and not indisprimary`,
    [table],
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  const rows = await timed(work)
  const built = await timed(async () => {
    for (const { definition } of indexes) await client.query(definition)
  })
  await client.query(`vacuum analyze ${table}`)
  return { rows: rows / 1_000, indexes: built / 1_000 }
}

/** About how many rows a partitioned table has. */
export async function rowsOf(db: Db, table: string): Promise<number> {
  const client = await db.connect()
  try {
    const { rows } = await client.query<{ n: number }>(
      `select sum(greatest(reltuples, 0))::float8 as n from pg_inherits join pg_class on oid = inhrelid where inhparent = $1::regclass`,
      [table],
    )
    // Estimated by `vacuum analyze`.
    return (rows[0]?.n ?? 0) * 1.05
  } finally {
    await client.end()
  }
}

/** The bytes on disk for each row of a partitioned table. */
export async function bytesOf(db: Db, table: string): Promise<{ rows: number; key: number; indexes: number }> {
  const client = await db.connect()
  try {
    const { rows } = await client.query<{ rows: number; key: number; indexes: number }>(
      `select round(sum(pg_table_size(i.inhrelid)) / sum(c.reltuples))::int as rows,
              round(sum(pg_relation_size(key.conindid)) / sum(c.reltuples))::int as key,
              round(sum(pg_indexes_size(i.inhrelid) - pg_relation_size(key.conindid)) / sum(c.reltuples))::int as indexes
         from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_constraint key on key.conrelid = c.oid and key.contype = 'p'
        where i.inhparent = $1::regclass and c.reltuples > 0`,
      [table],
    )
    if (!rows[0]) throw new Error(`${table} has no rows`)
    return rows[0]
  } finally {
    await client.end()
  }
}
