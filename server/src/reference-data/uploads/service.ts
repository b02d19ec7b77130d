import { setInterval } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { problem } from '@steward/contract/errors'
import type { BodyOf, QueryOf } from '@steward/contract/http'
import type { Language } from '@steward/contract/languages'
import type { listRateUploads, uploadRates } from '@steward/contract/reference-data/rates'
import type { RateUpload } from '@steward/contract/reference-data/rates-schemas'
import { type JobKind, addJobs } from '../../background/jobs.ts'
import { defaultChunkBytes, inChunks } from '../../db/chunks.ts'
import { constraintOf } from '../../db/constraint.ts'
import { type TenantContext, type TenantTransaction, tenantIdOf, withTenant } from '../../db/tenant.ts'
import { bytesInUse, spaceFull } from '../../exports/service.ts'
import type { Caller } from '../../http/caller.ts'
import { findSource } from '../rates/source.ts'
import { addChunk, removeChunks } from './content.ts'
import { type UploadContext, deadAfterSeconds, progressEveryMs } from './context.ts'
import { findUpload, readUploadPage, toUpload } from './queries.ts'

/** Wakes up a process to run the queue, which is in the table. */
export const runUploadsJob: JobKind<Record<string, never>> = { name: 'run_rate_uploads', payload: z.strictObject({}), maxAttempts: 3 }

/** Refused lines that a list of uploads has of each. */
const listedLines = 20

type UploadBody = BodyOf<typeof uploadRates>

/** Uploads of rates: receiving them, and following what becomes of them. */
export function createUploadService({ db, log, settings }: UploadContext) {
  return {
    /**
     * Stores the file of an upload; it is read in the background, in any process.
     * @throws scheme_unknown, vintage_unknown, vintage_published, upload_running, upload_empty, temporary_space_full
     */
    async receive(caller: Caller, { file, ...named }: UploadBody, language: Language): Promise<RateUpload> {
      const opened = await open(caller, named, file.fileName, language)
      try {
        const size = await store(caller, opened, file)
        return await withTenant(db, caller, (tx) => queue(tx, opened.uploadId, size, language))
      } catch (error) {
        // What was never received whole isn't kept; if this fails too, it is given up after a minute.
        await withTenant(db, caller, (tx) => tx.deleteFrom('rate_upload').where('rate_upload_id', '=', opened.uploadId).execute()).catch(
          (failure: unknown) => log.warn({ err: failure }, 'a broken upload was not deleted'),
        )
        throw error
      }
    },

    /** @throws scheme_unknown, vintage_unknown */
    async list(ctx: TenantContext, { limit, offset, ...named }: QueryOf<typeof listRateUploads>, language: Language) {
      const read = async (tx: TenantTransaction) => {
        const { currencyVintageId } = await findSource(tx, named)
        return readUploadPage(tx, currencyVintageId, { limit, offset }, settings.now())
      }
      const { rows, totalCount } = await withTenant(db, ctx, read, { readOnly: true })
      const items = rows.map((row) => toUpload(row, language, listedLines))
      return { count: items.length, items, limit, offset, totalCount, totalIsExact: true }
    },

    /** @throws not_found */
    get: (ctx: TenantContext, uploadId: string, language: Language): Promise<RateUpload> =>
      withTenant(db, ctx, (tx) => show(tx, uploadId, language), { readOnly: true }),
  }

  /** @throws scheme_unknown, vintage_unknown, vintage_published, upload_running, temporary_space_full */
  async function open(caller: Caller, named: Omit<UploadBody, 'file'>, fileName: string | undefined, language: Language): Promise<Opened> {
    const { actor } = caller
    if (actor.type !== 'user' && actor.type !== 'key') throw problem('forbidden')
    const createdByType = actor.type
    try {
      return await withTenant(db, caller, async (tx) => {
        const { currencyVintageId } = await findSource(tx, named)
        // Publishing waits, and then sees the upload.
        const vintage = await tx
          .selectFrom('currency_vintage')
          .select('status')
          .where('currency_vintage_id', '=', currencyVintageId)
          .forShare()
          .executeTakeFirst()
        if (!vintage) throw problem('vintage_unknown')
        if (vintage.status === 'Published') throw problem('vintage_published')
        await giveUpBroken(tx, currencyVintageId)
        const bytesLeft = settings.bytesPerTenant - (await bytesInUse(tx)) - (await bytesReceived(tx))
        if (bytesLeft <= 0) throw spaceFull(settings.bytesPerTenant)
        const { rate_upload_id: uploadId } = await tx
          .insertInto('rate_upload')
          .values({
            tenant_id: caller.tenantId,
            currency_vintage_id: currencyVintageId,
            file_name: shownName(fileName),
            language,
            created_by_type: createdByType,
            created_by_id: actor.id,
            created_by: actor.name,
          })
          .returning('rate_upload_id')
          .executeTakeFirstOrThrow()
        return { uploadId, bytesLeft }
      })
    } catch (error) {
      throw constraintOf(error) === 'upload_running' ? problem('upload_running') : error
    }
  }

  /** Returns the size. @throws upload_empty, temporary_space_full */
  async function store(caller: Caller, { uploadId, bytesLeft }: Opened, file: UploadBody['file']): Promise<number> {
    let size = 0
    const over = new AbortController()
    const told = tellSize(caller, uploadId, () => size, over.signal)
    try {
      await inChunks(file, defaultChunkBytes, async (content, chunkNumber) => {
        size += content.length
        if (size > bytesLeft) throw spaceFull(settings.bytesPerTenant)
        await withTenant(db, caller, (tx) => addChunk(tx, uploadId, chunkNumber, content))
      })
    } finally {
      over.abort()
      await told
    }
    if (size === 0) throw problem('upload_empty')
    return size
  }

  /** Reports from time to time how much arrived, which also shows that the upload is alive. */
  async function tellSize(caller: Caller, uploadId: string, size: () => number, signal: AbortSignal): Promise<void> {
    const tell = (tx: TenantTransaction) =>
      tx
        .updateTable('rate_upload')
        .set({ size_bytes: size(), heartbeat_at: sql<Date>`now()` })
        .where('rate_upload_id', '=', uploadId)
        .execute()
    try {
      for await (const _ of setInterval(progressEveryMs, undefined, { signal })) await withTenant(db, caller, tell)
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'the progress of an upload was not written')
    }
  }

  async function queue(tx: TenantTransaction, uploadId: string, size: number, language: Language): Promise<RateUpload> {
    const queued = await tx
      .updateTable('rate_upload')
      .set({ status: 'queued', size_bytes: size, heartbeat_at: sql<Date>`now()` })
      .where('rate_upload_id', '=', uploadId)
      .where('status', '=', 'receiving')
      .returning('rate_upload_id')
      .executeTakeFirst()
    if (!queued) throw new Error('an upload was given up while it was received')
    await addJobs(tx, runUploadsJob, [{}])
    return show(tx, uploadId, language)
  }

  /** @throws not_found */
  async function show(tx: TenantTransaction, uploadId: string, language: Language): Promise<RateUpload> {
    const row = await findUpload(tx, uploadId, settings.now())
    if (!row) throw problem('not_found')
    return toUpload(row, language)
  }
}

export type UploadService = ReturnType<typeof createUploadService>

interface Opened {
  uploadId: string
  bytesLeft: number
}

/** Ends an upload whose process died while it received it, so that the vintage can be uploaded to again. */
async function giveUpBroken(tx: TenantTransaction, currencyVintageId: string): Promise<void> {
  const broken = await tx
    .updateTable('rate_upload')
    .set({ status: 'failed', finished_at: sql<Date>`now()` })
    .where('currency_vintage_id', '=', currencyVintageId)
    .where('status', '=', 'receiving')
    .where('heartbeat_at', '<', sql<Date>`now() - make_interval(secs => ${sql.lit(deadAfterSeconds)})`)
    .returning('rate_upload_id')
    .execute()
  for (const { rate_upload_id: uploadId } of broken) await removeChunks(tx, uploadId)
}

/** Bytes of the tenant's uploads that aren't read yet. */
async function bytesReceived(tx: TenantTransaction): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(size_bytes), 0)::bigint as n from rate_upload
     where tenant_id = ${tenantIdOf(tx)}::uuid and status in ('receiving', 'queued', 'reading', 'storing')`.execute(tx)
  return rows[0]?.n ?? 0
}

const nameMaximum = 200

/** The file's name without folders and invisible characters. */
function shownName(fileName = ''): string {
  const plain = fileName
    .normalize()
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
  return [...plain].slice(0, nameMaximum).join('') || 'rates.csv'
}
