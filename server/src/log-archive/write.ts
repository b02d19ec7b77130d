import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { copyCsv } from '../db/csv-copy.ts'
import type { MonthArchive } from '../db/log-partitions.ts'
import type { Db } from '../db/pool.ts'
import type { ArchiveBlock } from '../db/types.ts'
import type { ObjectStore } from '../object-store/store.ts'
import { type ArchivedLog, monthLines } from './archived-log.ts'
import { ArchiveDamaged, blocksOf, readBlocks } from './blocks.ts'
import { type TenantMonth, countRows, deleteArchive, markDropped, readExpired, readTenantsOf, saveArchive } from './months.ts'

export interface ArchiveContext {
  db: Db
  log: Logger
  store: ObjectStore
  /** How long months are kept after their end; undefined for always. */
  archiveDays: number | undefined
  now(): Date
}

const dayMs = 86_400_000

/** Archives months of a log for each tenant before they are dropped (docs/adr/060). */
export function createMonthArchive(context: ArchiveContext, archived: ArchivedLog): MonthArchive {
  const { log, archiveDays, now } = context
  return {
    async write(client, partition, month) {
      if (archiveDays !== undefined && endOf(month).getTime() < now().getTime() - archiveDays * dayMs) return
      for (const tenant of await readTenantsOf(client, archived, partition, month)) {
        const { tenantId, archivedRows } = tenant
        // Entries are never changed: as many are the same.
        if (archivedRows !== null && archivedRows === (await countRows(client, partition, tenantId))) continue
        try {
          const written = await writeMonth(context, archived, month, tenant)
          log.info({ log: archived.name, tenantId, month, ...written }, 'a month was archived')
        } catch (err) {
          log.error({ err, log: archived.name, tenantId, month }, 'a month could not be archived, and is kept')
          throw err
        }
      }
    },
    noteDropped: (client, month) => markDropped(client, archived, month),
  }
}

function endOf(month: string): Date {
  const first = new Date(month)
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1))
}

/** Writes the object, reads it again, and only then records it. */
async function writeMonth({ db, store }: ArchiveContext, archived: ArchivedLog, month: string, { tenantId, part }: TenantMonth) {
  const number = part === 1 ? '' : `-${part}`
  const objectKey = store.keyOf(`${archived.name}/${tenantId}/${month.slice(0, 7)}${number}.jsonl.zst`)
  const blocks: ArchiveBlock[] = []
  const hash = createHash('sha256')
  const copy = await copyCsv(db, { tenantId }, monthLines(db.kysely, archived, tenantId, month), { fromPrimary: true })
  try {
    await store.write(objectKey, compressed(copy.stream))
  } finally {
    await copy.close()
  }
  const digest = hash.digest('hex')
  const rows = blocks.reduce((sum, block) => sum + block.rows, 0)
  const bytes = blocks.reduce((sum, block) => sum + block.bytes, 0)
  if (rows !== copy.rowCount()) throw new Error(`${rows} of ${copy.rowCount()} entries were written`)
  const found = createHash('sha256')
  for await (const piece of readBlocks(store, { object_key: objectKey, blocks })) found.update(piece)
  if (found.digest('hex') !== digest) throw new ArchiveDamaged(`${objectKey} is not what was written`)
  await saveArchive(db, archived, tenantId, { month, part, objectKey, rows, bytes, digest, blocks })
  return { objectKey, rows, bytes }

  async function* compressed(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const one of blocksOf(lines)) {
      blocks.push(one.block)
      hash.update(one.compressed)
      yield one.compressed
    }
  }
}

/** Deletes the months of all logs that were kept long enough: first the object, so that none is left without a record. */
export async function deleteExpired({ db, log, store, archiveDays, now }: ArchiveContext): Promise<void> {
  if (archiveDays === undefined) return
  for (const expired of await readExpired(db, now(), archiveDays)) {
    await store.remove(expired.objectKey)
    await deleteArchive(db, expired)
    log.info(expired, 'an archived month was deleted')
  }
}
