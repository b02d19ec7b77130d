import { setInterval } from 'node:timers/promises'
import { z } from 'zod'
import { problem } from '@steward/contract/errors'
import type { BodyOf, QueryOf } from '@steward/contract/http'
import type { Language } from '@steward/contract/languages'
import type { listRateUploads, uploadRates } from '@steward/contract/reference-data/rates'
import type { RateUpload, UploadStatus } from '@steward/contract/reference-data/rates-schemas'
import { type JobKind, addJobs } from '../../background/jobs.ts'
import { defaultChunkBytes, inChunks } from '../../db/chunks.ts'
import { constraintOf } from '../../db/constraint.ts'
import { type TenantContext, type TenantTransaction, withTenant } from '../../db/tenant.ts'
import { bytesInUse, spaceFull } from '../../exports/service.ts'
import type { Caller } from '../../http/caller.ts'
import { findSource } from '../rates/source.ts'
import { addChunk, removeChunks } from './content.ts'
import { type UploadContext, deadAfterSeconds, progressEveryMs } from './context.ts'
import {
  bytesReceived,
  deleteUpload,
  failSilentUploads,
  findUpload,
  insertUpload,
  lockUpload,
  lockVintageStatus,
  queueUpload,
  readUploadPage,
  toUpload,
  writeSize,
} from './queries.ts'

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
     * @throws scheme_unknown, vintage_unknown, vintage_published, upload_running, upload_canceled, upload_empty, temporary_space_full
     */
    async receive(caller: Caller, { file, ...named }: UploadBody, language: Language): Promise<RateUpload> {
      const opened = await open(caller, named, file.fileName, language)
      try {
        const size = await store(caller, opened, file)
        return await withTenant(db, caller, (tx) => queue(tx, opened.uploadId, size, language))
      } catch (error) {
        // What was never received whole isn't kept; if this fails too, it is given up after a minute.
        await withTenant(db, caller, (tx) => deleteUpload(tx, opened.uploadId)).catch((failure: unknown) =>
          log.warn({ err: failure }, 'a failed upload was not deleted'),
        )
        throw constraintOf(error) === 'rate_upload_chunk_upload_fk' ? problem('upload_canceled') : error
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

    /** Ends an upload that isn't stored yet, and forgets it: its run notices and rolls back. @throws not_found, upload_finished */
    async cancel(caller: Caller, uploadId: string): Promise<void> {
      await withTenant(db, caller, async (tx) => {
        const upload = await lockUpload(tx, uploadId)
        if (!upload) throw problem('not_found')
        if (!isUnfinished(upload.status)) throw problem('upload_finished')
        await deleteUpload(tx, uploadId)
      })
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
        const status = await lockVintageStatus(tx, currencyVintageId)
        if (status === undefined) throw problem('vintage_unknown')
        if (status === 'Published') throw problem('vintage_published')
        await giveUpBroken(tx, currencyVintageId)
        const bytesLeft = settings.bytesPerTenant - (await bytesInUse(tx)) - (await bytesReceived(tx))
        if (bytesLeft <= 0) throw spaceFull(settings.bytesPerTenant)
        const uploadId = await insertUpload(tx, {
          currency_vintage_id: currencyVintageId,
          file_name: shownName(fileName),
          language,
          created_by_type: createdByType,
          created_by_id: actor.id,
          created_by: actor.name,
        })
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
    const tell = (tx: TenantTransaction) => writeSize(tx, uploadId, size())
    try {
      for await (const _ of setInterval(progressEveryMs, undefined, { signal })) await withTenant(db, caller, tell)
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'the progress of an upload was not saved')
    }
  }

  async function queue(tx: TenantTransaction, uploadId: string, size: number, language: Language): Promise<RateUpload> {
    if (!(await queueUpload(tx, uploadId, size))) throw problem('upload_canceled')
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
  for (const uploadId of await failSilentUploads(tx, currencyVintageId, deadAfterSeconds)) await removeChunks(tx, uploadId)
}

const unfinished: ReadonlySet<string> = new Set<UploadStatus>(['receiving', 'queued', 'reading', 'storing'])
const isUnfinished = (status: string) => unfinished.has(status)

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
