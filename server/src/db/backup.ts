import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

import type { Db } from './pool.ts'
import { tarEnd, tarEntry } from './tar.ts'

/** The first file of a backup. */
export interface Manifest {
  format: 1
  createdAt: string
  /** The schema of the data: names of the migrations, oldest first. */
  migrations: string[]
  /** The first month with log entries, 'YYYY-MM-01'. */
  firstLogMonth: string
  /** The secrets of the installation, locked by a passphrase; missing if none was given. */
  secrets?: unknown
  /** Ordered so that every table comes after those it references. */
  tables: { name: string; columns: string[] }[]
}

/** The last file of a backup, required for it to be complete: SHA-256 and row count of each table. */
export type Checksums = Record<string, { sha256: string; rows: number }>

export interface BackupReport {
  tables: number
  rows: number
  /** Size of the file. */
  bytes: number
}

export const MANIFEST = 'manifest.json'
export const CHECKSUMS = 'checksums.json'
const PART_BYTES = 4 * 1024 * 1024

/**
 * Writes the whole database to one file: a gzipped tar of tables in COPY's text format. It is one consistent snapshot, doesn't
 * block other work and needs constant memory. Waiting background jobs are not included. The file contains password hashes and
 * keys, so only its owner can read it.
 * @param secrets locked secrets of the installation, for the manifest
 */
export async function backup(db: Db, file: string, secrets?: unknown): Promise<BackupReport> {
  const client = await db.connect()
  const draft = `${file}.partial`
  try {
    await client.query('begin isolation level repeatable read read only')
    const report = { tables: 0, rows: 0 }
    await pipeline(Readable.from(archive(client, report, secrets)), createGzip({ level: 5 }), createWriteStream(draft, { mode: 0o600 }))
    await client.query('commit')
    await rename(draft, file)
    return { ...report, bytes: (await stat(file)).size }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

async function* archive(client: pg.Client, report: { tables: number; rows: number }, secrets: unknown): AsyncGenerator<Buffer> {
  const now = new Date()
  const manifest: Manifest = { ...(await describe(client, now)), secrets }
  yield tarEntry(MANIFEST, json(manifest), now)
  const checksums: Checksums = {}
  for (const { name, columns } of manifest.tables) {
    const hash = createHash('sha256')
    const copy = client.query(copyTo(`copy (select ${columns.join(', ')} from ${name}) to stdout`))
    let part = 0
    for await (const data of partsOf(copy)) {
      hash.update(data)
      yield tarEntry(`${name}/${String((part += 1)).padStart(6, '0')}.copy`, data, now)
    }
    checksums[name] = { sha256: hash.digest('hex'), rows: copy.rowCount }
    report.tables += 1
    report.rows += copy.rowCount
  }
  yield tarEntry(CHECKSUMS, json(checksums), now)
  yield tarEnd
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`)

/** Regroups a stream into chunks of one size; only the last can be smaller. */
async function* partsOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    held.push(chunk)
    length += chunk.length
    if (length < PART_BYTES) continue
    yield Buffer.concat(held)
    held = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(held)
}

/**
 * All tables except the state of the schema and the user moves, which refer to transaction ids of this engine. Columns with
 * transaction ids are left out too, and get those of the restore.
 */
async function describe(client: pg.Client, now: Date): Promise<Manifest> {
  const migrations = await client.query<{ name: string }>('select name from schema_migration order by number')
  const month = await client.query<{ first: string | null }>(`
    select to_char(least((select min(occurred_at) from audit_entry), (select min(occurred_at) from system_log)) at time zone 'UTC', 'YYYY-MM-01') as first`)
  const tables = await client.query<{ name: string; columns: string[]; targets: string[] }>(`
    select c.relname as name,
           array(select quote_ident(attname) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
                     and atttypid <> 'xid8'::regtype order by attnum) as columns,
           array(select confrelid::regclass::text from pg_constraint where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as targets
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname not in ('schema_migration', 'user_move')
     order by c.relname`)
  return {
    format: 1,
    createdAt: now.toISOString(),
    migrations: migrations.rows.map((row) => row.name),
    firstLogMonth: month.rows[0]?.first ?? `${now.toISOString().slice(0, 7)}-01`,
    tables: inOrder(tables.rows).map(({ name, columns }) => ({ name, columns })),
  }
}

/** Orders tables after those they reference. */
function inOrder<T extends { name: string; targets: string[] }>(tables: T[]): T[] {
  const ordered = new Set<T>()
  const visit = (table: T): void => {
    if (ordered.has(table)) return
    for (const target of tables) if (table.targets.includes(target.name)) visit(target)
    ordered.add(table)
  }
  tables.forEach(visit)
  return [...ordered]
}
