import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { problem } from '@steward/contract/errors'
import type { LogArchive } from '@steward/contract/log-fields'
import type { Slice } from '../db/log-slice.ts'
import type { Db } from '../db/pool.ts'
import { type TenantContext, fromReplica, withTenant } from '../db/tenant.ts'
import { noteExport } from '../exports/stream-export.ts'
import type { Caller } from '../http/caller.ts'
import type { ObjectStore } from '../object-store/store.ts'
import type { ArchivedLog, ArchivedRow } from './archived-log.ts'
import { ArchiveDamaged, type ArchiveObject, linesOf, readBlocks } from './blocks.ts'
import { type ArchiveRow, readArchive, readArchives } from './queries.ts'
import { type ArchivePage, type Reading, readArchiveSlice } from './read.ts'

export interface ArchiveServiceContext {
  db: Db
  log: Logger
  /** Undefined: none is configured now. */
  store: ObjectStore | undefined
}

/** Reads archived months of a log. A tenant reaches its own only: keys come from its rows, never from a call. */
export function createArchiveService({ db, log, store }: ArchiveServiceContext, archived: ArchivedLog) {
  /** @throws not_found, archive_unavailable */
  async function find(ctx: TenantContext, archiveId: string) {
    const archive = await withTenant(db, ctx, (tx) => readArchive(tx, archived, archiveId), fromReplica)
    if (!archive) throw problem('not_found')
    if (!store) throw problem('archive_unavailable')
    return { archive, store }
  }

  /** What the storage did not give as a problem for the caller, and for the operator in the log. */
  function problemOf(err: unknown, { object_key: objectKey }: ArchiveObject): Error {
    const isDamaged = err instanceof ArchiveDamaged
    log.error({ err, objectKey }, isDamaged ? 'an archived month is missing or damaged' : 'the object storage returned no usable response')
    return problem(isDamaged ? 'archive_damaged' : 'archive_unavailable')
  }

  return {
    async list(ctx: TenantContext): Promise<{ items: LogArchive[] }> {
      return { items: (await withTenant(db, ctx, (tx) => readArchives(tx, archived), fromReplica)).map(toArchive) }
    },

    /** @throws not_found, archive_unavailable, archive_damaged */
    async read<Archived extends ArchivedRow, Read>(
      ctx: TenantContext,
      archiveId: string,
      reading: Reading<Archived, Read>,
      page: ArchivePage,
    ): Promise<Slice<Read>> {
      const found = await find(ctx, archiveId)
      return readArchiveSlice(found.store, found.archive, reading, page).catch((error: unknown) => {
        throw problemOf(error, found.archive)
      })
    },

    /**
     * The whole month as JSON Lines. A block that is damaged breaks the stream; nothing of it is sent.
     * @throws not_found, archive_unavailable, archive_damaged
     */
    async lines(caller: Caller, archiveId: string): Promise<{ month: string; content: Readable }> {
      const { archive, store: from } = await find(caller, archiveId)
      const blocks = readBlocks(from, archive)
      // The first one before the answer begins, so that what is missing is a problem and no broken file.
      const first = await blocks.next().catch((error: unknown) => {
        throw problemOf(error, archive)
      })
      await noteExport(db, caller, archived.name)
      async function* content(): AsyncGenerator<Buffer> {
        try {
          if (first.done !== true) yield await linesOf(first.value)
          for await (const block of blocks) yield await linesOf(block)
        } catch (error) {
          throw problemOf(error, archive)
        }
      }
      return { month: archive.month.slice(0, 7), content: Readable.from(content(), { objectMode: false }) }
    },
  }
}

export type ArchiveService = ReturnType<typeof createArchiveService>

const toArchive = (row: ArchiveRow): LogArchive => ({
  archiveId: row.log_archive_id,
  month: row.month.slice(0, 7),
  part: row.part,
  rowCount: row.row_count,
  sizeBytes: row.byte_count,
  sha256: row.digest,
  archivedAt: row.archived_at.toISOString(),
})
