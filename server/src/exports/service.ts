import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { problem } from '@steward/contract/errors'
import type { QueryOf } from '@steward/contract/http'
import { type FileKind, filePermissions, jsonLinesKinds, temporaryFileDays } from '@steward/contract/rules/exports'
import type { ExportInput, TemporaryFile } from '@steward/contract/exports/schemas'
import type { listTemporaryFiles } from '@steward/contract/exports/endpoints'
import type { ExportOwner } from '../area.ts'
import { type JobKind, addJobs } from '../background/jobs.ts'
import { defaultChunkBytes, inChunks } from '../db/chunks.ts'
import { isPreviewed } from '../db/operation.ts'
import { type TenantTransaction, fromReplica, withTenant } from '../db/tenant.ts'
import { tookTooLong } from '../db/unavailable.ts'
import type { Principal } from '../http/principal.ts'
import { addChunk, readContent, removeChunks } from './content.ts'
import type { ExportContext } from './context.ts'
import {
  type FileRow,
  type Viewer,
  bytesInUse,
  changeFile,
  countRows,
  countUnfinished,
  deleteFile,
  findFile,
  insertFile,
  readFilePage,
  toTemporaryFile,
} from './queries.ts'
import type { Caller } from '../http/caller.ts'
import { originOf, recordAlone, recordEvent } from '../system-log/record.ts'

export { bytesInUse }

/** Maximum waiting and running exports of one principal. */
const exportsAtOnce = 10
const dayMs = 86_400_000
const mebibyte = 1_048_576

/** Wakes up a process to run the queue, which is in the table. */
export const runExportsJob: JobKind<Record<string, never>> = { name: 'run_exports', payload: z.strictObject({}), maxAttempts: 3 }

/** A file from another area. */
export interface KeptFile {
  kind: FileKind
  /** The prefix of its name. */
  name: string
  /** CSV in UTF-8, with its byte order mark. */
  content: Buffer | AsyncIterable<Buffer>
  rowCount: number
}

/** Counting that takes longer isn't worth the wait. */
const longestCountMs = 2_000

const ownerOf = ({ type, id }: Principal): ExportOwner => ({ type: type === 'key' ? 'key' : 'user', id })

function unlessTooLong(error: unknown): null {
  if (tookTooLong(error)) return null
  throw error
}

/** Rolls back a file that is larger than the space left. */
class SpaceUsedUp extends Error {}

/** The expiry of a file created now. */
export const expiryFrom = (now: Date): Date => new Date(now.getTime() + temporaryFileDays * dayMs)

/** `users-2026-03-14-092653.csv`, in UTC, so that files of the same day have different names. */
const fileNameOf = (name: string, now: Date, extension = 'csv'): string => {
  const [day, time = ''] = now.toISOString().split('T')
  return `${name}-${day}-${time.slice(0, 8).replaceAll(':', '')}.${extension}`
}

/** Exports and their files. A file is visible to its owner and the tenant's administrators. */
export function createFileService({ db, isGranted, settings, sourceOf }: ExportContext) {
  async function viewerOf(principal: Principal): Promise<Viewer> {
    return { principal, seesAll: await isGranted(principal, 'Admin.TenantAdministrator'), now: settings.now() }
  }

  /** @throws forbidden */
  async function mustSee(principal: Principal, kind: FileKind): Promise<void> {
    const permission = filePermissions[kind]
    if (!(await isGranted(principal, permission))) throw problem('forbidden', { permission })
  }

  /** @throws not_found */
  async function change(
    caller: Caller,
    principal: Principal,
    fileId: string,
    work: (tx: TenantTransaction, row: FileRow) => Promise<void>,
  ) {
    const viewer = await viewerOf(principal)
    return withTenant(db, caller, async (tx) => {
      const row = await findFile(tx, viewer, fileId, true)
      if (!row) throw problem('not_found')
      await work(tx, row)
      return findFile(tx, viewer, fileId)
    })
  }

  return {
    /**
     * The rows of an export, if they are counted soon.
     * @throws forbidden
     */
    async count(caller: Caller, principal: Principal, input: ExportInput): Promise<{ rows: number | null }> {
      await mustSee(principal, input.kind)
      const { count } = await sourceOf(caller.tenantId, input, ownerOf(principal))
      const counted = (tx: TenantTransaction) => countRows(tx, count, settings.longestCountMs ?? longestCountMs).catch(unlessTooLong)
      return { rows: await withTenant(db, caller, counted, fromReplica) }
    },

    /**
     * Queues an export; it runs in the background, in any process.
     * @throws forbidden, export_limit_reached, temporary_space_full
     */
    async create(caller: Caller, principal: Principal, { kind, filter }: ExportInput): Promise<TemporaryFile> {
      await mustSee(principal, kind)
      const now = settings.now()
      const { type: createdByType } = ownerOf(principal)
      return withTenant(db, caller, async (tx) => {
        if ((await countUnfinished(tx, principal.id)) >= exportsAtOnce) throw problem('export_limit_reached', { maximum: exportsAtOnce })
        if ((await bytesInUse(tx)) >= settings.bytesPerTenant) throw spaceFull(settings.bytesPerTenant)
        const fileId = await insertFile(tx, {
          kind,
          file_name: jsonLinesKinds.has(kind) ? fileNameOf(kind.replace('-lines', ''), now, 'jsonl') : fileNameOf(kind, now),
          filter: JSON.stringify(filter),
          created_by_type: createdByType,
          created_by: principal.id,
          created_by_name: principal.name,
          expires_at: expiryFrom(now),
        })
        await addJobs(tx, runExportsJob, [{}])
        await recordEvent(tx, { kind: 'export', outcome: 'success', ...originOf(caller), details: { what: kind, fileId } })
        return show(await findFile(tx, { principal, seesAll: false, now }, fileId))
      })
    },

    /**
     * Saves a file of another area, in constant memory if it is a stream; returns its id, or undefined if the tenant's space is used
     * up, or nothing is kept. Sends no notification: that is up to its area.
     */
    async keep(caller: Caller, { kind, name, content, rowCount }: KeptFile): Promise<string | undefined> {
      const { actor } = caller
      if (isPreviewed() || (actor.type !== 'user' && actor.type !== 'key')) return undefined
      const now = settings.now()
      const write = async (tx: TenantTransaction) => {
        const bytesLeft = settings.bytesPerTenant - (await bytesInUse(tx))
        const runId = randomUUID()
        const fileId = await insertFile(tx, {
          kind,
          file_name: fileNameOf(name, now),
          filter: '{}',
          created_by_type: actor.type === 'key' ? 'key' : 'user',
          created_by: actor.id,
          created_by_name: actor.name,
          status: 'running',
          run_id: runId,
          heartbeat_at: now,
          expires_at: expiryFrom(now),
        })
        let size = 0
        const pieces = Buffer.isBuffer(content) ? Readable.from([content]) : content
        await inChunks(pieces, settings.chunkBytes ?? defaultChunkBytes, async (piece, number) => {
          size += piece.length
          if (size > bytesLeft) throw new SpaceUsedUp()
          await addChunk(tx, { fileId, runId }, number, piece)
        })
        await changeFile(tx, fileId, {
          status: 'ready',
          run_id: null,
          row_count: rowCount,
          total_rows: rowCount,
          size_bytes: size,
          finished_at: now,
        })
        return fileId
      }
      return withTenant(db, caller, write).catch((error: unknown) => {
        if (error instanceof SpaceUsedUp) return undefined
        throw error
      })
    },

    async list(caller: Caller, principal: Principal, { limit, offset, ...filter }: QueryOf<typeof listTemporaryFiles>) {
      const viewer = await viewerOf(principal)
      const { rows, totalCount } = await withTenant(db, caller, (tx) => readFilePage(tx, viewer, filter, { limit, offset }), {
        readOnly: true,
      })
      return { count: rows.length, items: rows.map(toTemporaryFile), limit, offset, totalCount, totalIsExact: true }
    },

    /** @throws not_found */
    async get(caller: Caller, principal: Principal, fileId: string): Promise<TemporaryFile> {
      const viewer = await viewerOf(principal)
      return show(await withTenant(db, caller, (tx) => findFile(tx, viewer, fileId), { readOnly: true }))
    },

    /**
     * Whether the principal can download a file now.
     * @throws not_found, forbidden, file_not_ready, file_expired
     */
    async check(caller: Caller, principal: Principal, fileId: string): Promise<TemporaryFile> {
      const file = await this.get(caller, principal, fileId)
      await mustSee(principal, file.kind)
      if (file.status === 'expired') throw problem('file_expired')
      if (file.status !== 'ready') throw problem('file_not_ready')
      return file
    },

    /**
     * The content, in constant memory, and an entry in the system log.
     * @throws as `check`
     */
    async read(caller: Caller, principal: Principal, fileId: string): Promise<{ file: TemporaryFile; content: Readable }> {
      const file = await this.check(caller, principal, fileId)
      const { kind, fileName, sizeBytes } = file
      const details = { what: kind, fileId, downloaded: fileName }
      await recordAlone(db, caller, { kind: 'export', outcome: 'success', ...originOf(caller), details })
      return { file, content: Readable.from(readContent(db, caller, fileId, sizeBytes), { objectMode: false }) }
    },

    /**
     * Stops an export between two chunks.
     * @throws not_found, file_finished
     */
    async cancel(caller: Caller, principal: Principal, fileId: string): Promise<TemporaryFile> {
      const cancelled = await change(caller, principal, fileId, async (tx, { status }) => {
        if (status !== 'queued' && status !== 'running') throw problem('file_finished')
        await changeFile(tx, fileId, { status: 'cancelled', finished_at: settings.now(), run_id: null, size_bytes: 0 })
        await removeChunks(tx, fileId)
      })
      return show(cancelled)
    },

    /**
     * Deletes a file with its content; a running export stops.
     * @throws not_found
     */
    async remove(caller: Caller, principal: Principal, fileId: string): Promise<void> {
      await change(caller, principal, fileId, (tx) => deleteFile(tx, fileId))
    },
  }
}

/** The tenant's files use all of their space. */
export type FileService = ReturnType<typeof createFileService>

export const spaceFull = (bytes: number) => problem('temporary_space_full', { maximum: Math.floor(bytes / mebibyte) })

/** @throws not_found */
function show(row: FileRow | undefined): TemporaryFile {
  if (!row) throw problem('not_found')
  return toTemporaryFile(row)
}
