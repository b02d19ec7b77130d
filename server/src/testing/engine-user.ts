/**
 * A program that uses the engine in a directory, for tests that kill it: inserts numbers one after another, prints each when the
 * database has committed it, and shuts the engine down cleanly on SIGTERM.
 */
import pg from 'pg'

import { startEngine } from '../db/engine.ts'

const engine = await startEngine({ dataDir: process.argv[2] ?? '' })
const client = new pg.Client(engine.connection)
await client.connect()
await client.query('select pg_advisory_lock(1)')
await client.query('create table if not exists note (n bigint generated always as identity primary key)')
await client.query('select pg_advisory_unlock(1)')
const ended = new AbortController()
process.once('SIGTERM', () => ended.abort())
process.stdout.write(`${engine.adopted ? 'adopted' : 'started'}\n`)
while (!ended.signal.aborted) {
  const { rows } = await client.query<{ n: string }>('insert into note default values returning n')
  process.stdout.write(`${rows[0]?.n}\n`)
}
await client.end()
await engine.stop()
