import { LISTENER_NAME } from '../db/listen.ts'
import type { Db } from '../db/pool.ts'

/** Ends the connections on which processes hear changes of this database, as a restart of the database does. */
export async function breakListening(db: Db): Promise<void> {
  const client = await db.connect()
  try {
    const { rowCount } = await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1',
      [LISTENER_NAME],
    )
    if (!rowCount) throw new Error('Nothing is listening')
  } finally {
    await client.end()
  }
}
