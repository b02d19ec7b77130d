import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { CopyStreamQuery } from 'pg-copy-streams'

import { CHECKSUMS, MANIFEST } from './backup.ts'
import type { Checksums, Manifest } from './backup.ts'
import { baselineLength, isEarlierBackup } from './earlier-schema.ts'
import { loadUnchecked } from './load-unchecked.ts'
import { knownMigrations, migrate, migrationStatus } from './migrator.ts'
import type { Db } from './pool.ts'
import { readTar } from './tar.ts'
import type { TarEntry } from './tar.ts'

/** The file can't be restored into this database; the message says why and what to do. Nothing was changed. */
export class RestoreError extends Error {
  override name = 'RestoreError'
}

export interface RestoreReport {
  tables: number
  rows: number
  /** When the backup was made, ISO 8601. */
  createdAt: string
}

export interface RestoreOptions {
  log?: (message: string) => void
  /** Called with the manifest's secrets before anything is changed; what it returns is called when everything is back. */
  secrets?: (locked: unknown) => Promise<() => Promise<void>>
}

/**
 * Fills an empty database from a backup, all or nothing. A database without a schema gets the one of the backup first, and is
 * migrated afterwards, so a backup of an older version can be restored into a new data directory.
 */
export async function restore(
  db: Db,
  file: string,
  { secrets = async () => async () => undefined, ...options }: RestoreOptions = {},
): Promise<RestoreReport> {
  const entries = readTar(openArchive(file))
  try {
    const manifest = await readManifest(entries)
    const returnSecrets = await secrets(manifest.secrets)
    await prepareSchema(db, manifest)
    const report = await load(db, manifest, entries)
    await migrate(db, options)
    await returnSecrets()
    return report
  } catch (error) {
    if (error instanceof RestoreError || !isBroken(error)) throw error
    throw new RestoreError(`${file} is not a whole backup: ${error.message}`, { cause: error })
  } finally {
    await entries.return(undefined)
  }
}

async function* openArchive(file: string): AsyncGenerator<Buffer> {
  const unzipped = createGunzip()
  const source = createReadStream(file)
  // A pipe forwards data but not errors, so a missing file has to end the reader too.
  source.once('error', (error) => unzipped.destroy(error))
  yield* source.pipe(unzipped)
}

/** Errors of reading the archive, as opposed to those of the database. */
function isBroken(error: unknown): error is Error {
  return (
    error instanceof Error &&
    (/archive/.test(error.message) || String((error as NodeJS.ErrnoException).code).startsWith('Z_') || error instanceof SyntaxError)
  )
}

async function readManifest(entries: AsyncGenerator<TarEntry>): Promise<Manifest> {
  const first = await entries.next()
  if (first.done || first.value.name !== MANIFEST) throw new RestoreError('The file is not a backup of Steward.')
  const manifest = JSON.parse(first.value.data.toString('utf8')) as Manifest // its format is checked next
  if (manifest.format !== 1) throw new RestoreError('The backup was made by a newer version of Steward. Restore it with that version.')
  return manifest
}

async function prepareSchema(db: Db, manifest: Manifest): Promise<void> {
  const known = await knownMigrations()
  const isEarlier = isEarlierBackup(manifest.migrations)
  const needed = known.slice(0, isEarlier ? baselineLength : manifest.migrations.length)
  if (!isEarlier && manifest.migrations.some((name, index) => needed[index]?.name !== name)) {
    throw new RestoreError('The backup was made by another version of Steward. Restore it with that version.')
  }
  const status = await migrationStatus(db)
  if (status.applied.length === 0) await migrate(db, { migrations: needed })
  else if (status.applied.length !== needed.length) {
    throw new RestoreError('The database has a newer schema than the backup. Restore into an empty data directory (or an empty database).')
  }
}

async function load(db: Db, manifest: Manifest, entries: AsyncGenerator<TarEntry>): Promise<RestoreReport> {
  const client = await db.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ used: boolean }>('select exists (select from tenant) as used')
    if (rows[0]?.used)
      throw new RestoreError('The database has tenants already. Restore into an empty data directory (or an empty database).')
    const names = manifest.tables.map((table) => table.name)
    await client.query(`truncate ${names.join(', ')}`) // the program fills some tables at its start
    const finish = await loadUnchecked(client, names, manifest.firstLogMonth)
    const checksums = await copyTables(client, manifest, entries)
    await finish()
    await client.query('commit')
    const report = { tables: manifest.tables.length, rows: 0, createdAt: manifest.createdAt }
    for (const { rows: count } of Object.values(checksums)) report.rows += count
    await client.query('analyze')
    return report
  } finally {
    await client.end() // rolls back what was not committed
  }
}

/** A table being filled. */
class TableLoad {
  readonly name: string
  readonly #stream: CopyStreamQuery
  readonly #hash = createHash('sha256')
  readonly #failed: Promise<never>

  constructor(client: pg.Client, { name, columns }: Manifest['tables'][number]) {
    this.name = name
    this.#stream = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
    this.#failed = new Promise((_, reject) => this.#stream.once('error', reject))
    this.#failed.catch(() => undefined) // reported by the next write or the end, which wait for it
  }

  async write(data: Buffer): Promise<void> {
    this.#hash.update(data)
    if (!this.#stream.write(data)) await Promise.race([once(this.#stream, 'drain'), this.#failed])
  }

  async finish(): Promise<Checksums[string]> {
    this.#stream.end()
    await Promise.race([finished(this.#stream), this.#failed])
    return { sha256: this.#hash.digest('hex'), rows: this.#stream.rowCount }
  }

  abandon(): void {
    this.#stream.destroy()
  }
}

async function copyTables(client: pg.Client, manifest: Manifest, entries: AsyncGenerator<TarEntry>): Promise<Checksums> {
  const found: Checksums = {}
  let current: TableLoad | undefined
  try {
    for await (const { name: path, data } of entries) {
      const name = path.split('/')[0] ?? ''
      if (current && current.name !== name) {
        found[current.name] = await current.finish()
        current = undefined
      }
      if (path === CHECKSUMS) {
        compare(JSON.parse(data.toString('utf8')) as Checksums, found) // written by backup, and compared in full
        return found
      }
      if (!current) {
        const table = manifest.tables.find((candidate) => candidate.name === name)
        if (!table) throw new RestoreError(`The backup has data of an unknown table, ${name}.`)
        current = new TableLoad(client, table)
      }
      await current.write(data)
    }
  } catch (error) {
    current?.abandon()
    throw error
  }
  throw new RestoreError('The archive ends early: the backup was not finished.')
}

function compare(expected: Checksums, found: Checksums): void {
  const empty = createHash('sha256').digest('hex')
  for (const [name, { sha256, rows }] of Object.entries(expected)) {
    const actual = found[name] ?? { sha256: empty, rows: 0 }
    if (actual.sha256 !== sha256 || actual.rows !== rows)
      throw new RestoreError(`The backup is damaged: the data of ${name} is not what was written.`)
  }
}
