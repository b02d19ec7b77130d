import { sql } from 'kysely'
import { ProblemException, problem } from '@steward/contract/errors'
import { exportPermissions } from '@steward/contract/rules/exports'
import type { ExportFailure, ExportInput } from '@steward/contract/exports/schemas'
import { defaultChunkBytes, inChunks } from '../db/chunks.ts'
import { beginningOf, copyCsv } from '../db/csv-copy.ts'
import { type TenantContext, type TenantTransaction, asOwner, noteChange, withTenant } from '../db/tenant.ts'
import { addChunk, removeChunks } from './content.ts'
import type { ExportContext } from './context.ts'
import { bytesInUse } from './queries.ts'
import { expiryFrom, spaceFull } from './service.ts'

/** Maximum concurrent exports per process; the other workers stay free for emails. */
const atOnce = 2
/** Attempts after which a failing export is given up. */
const mostAttempts = 3
const retryAfterSeconds = 20
/** Minimum time between progress updates. */
const progressEveryMs = 1_000
/** A run without an update for this long is dead, and another one starts over. */
const deadAfterSeconds = 60
const lineFeed = 10

/** A run's claim on a file. */
interface Claim {
  tenant_id: string
  temporary_file_id: string
  run_id: string
  kind: ExportInput['kind']
  file_name: string
  filter: unknown
  created_by_type: 'user' | 'key'
  created_by: string
  created_by_name: string
  attempts: number
}

/** The run is over: its file was canceled or deleted, or another run took it over. */
class Superseded extends Error {}
/** The process stops; another one restarts the export. */
class Stopping extends Error {}

/** Runs queued exports, at most two at a time per process and one per tenant across all processes. */
export function createExportRunner(ports: ExportContext) {
  const { db, log, settings } = ports
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()

  /** Runs the queue until it is empty; a second call runs in parallel, further ones return immediately. */
  async function drain(): Promise<void> {
    if (running.size >= atOnce) return
    const lane = runAll()
    running.add(lane)
    try {
      await lane
    } finally {
      running.delete(lane)
    }
  }

  async function runAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      const claim = await claimNext()
      if (!claim) return
      await run(claim)
    }
  }

  /** The oldest waiting or dead export of the tenant without a running one whose last one ran longest ago. */
  function claimNext(): Promise<Claim | undefined> {
    return asOwner(db, 'maintenance', async (tx) => {
      const { rows } = await sql<Claim>`
        update temporary_file set status = 'running', run_id = uuidv7(), attempts = attempts + 1, heartbeat_at = now(), row_count = 0, size_bytes = 0
         where (tenant_id, temporary_file_id) = (
           select f.tenant_id, f.temporary_file_id from temporary_file f
            where (f.status = 'queued' and f.next_attempt_at <= now()
                   or f.status = 'running' and f.heartbeat_at < now() - make_interval(secs => ${deadAfterSeconds}))
              and not exists (select from temporary_file other
                               where other.tenant_id = f.tenant_id and other.status = 'running' and other.temporary_file_id <> f.temporary_file_id
                                 and other.heartbeat_at >= now() - make_interval(secs => ${deadAfterSeconds}))
            order by (select max(ran.heartbeat_at) from temporary_file ran where ran.tenant_id = f.tenant_id and ran.attempts > 0) nulls first,
                     f.created_at
            limit 1 for update skip locked)
        returning tenant_id, temporary_file_id, run_id, kind, file_name, filter, created_by_type, created_by, created_by_name, attempts`.execute(
        tx,
      )
      return rows[0]
    })
  }

  async function run(claim: Claim): Promise<void> {
    const ctx = contextOf(claim)
    try {
      if (claim.attempts > mostAttempts) throw new Error('the export ended its process every time')
      const principal = { type: claim.created_by_type, id: claim.created_by, tenantId: claim.tenant_id, name: claim.created_by_name }
      if (!(await ports.isGranted(principal, exportPermissions[claim.kind]))) throw problem('forbidden')
      await write(claim, ctx)
    } catch (error) {
      if (error instanceof Superseded) {
        await withTenant(db, ctx, (tx) => removeChunks(tx, claim.temporary_file_id, claim.run_id))
      } else if (error instanceof Stopping) await putBack(claim, ctx, { counts: false })
      else await failed(claim, ctx, error)
    }
  }

  async function write(claim: Claim, ctx: TenantContext): Promise<void> {
    const { temporary_file_id: fileId, run_id: runId } = claim
    const bytesLeft = await withTenant(db, ctx, async (tx) => {
      await removeChunks(tx, fileId)
      return settings.bytesPerTenant - (await bytesInUse(tx, fileId))
    })
    // The contract validated it when the export was created.
    const input = { kind: claim.kind, filter: claim.filter } as ExportInput
    const source = await ports.sourceOf(claim.tenant_id, input, { type: claim.created_by_type, id: claim.created_by })
    // A replica that fails while it is read fails the attempt.
    const copy = await copyCsv(db, ctx, source, { isCounted: true, fromPrimary: claim.attempts > 1 })
    const written = { rows: 0, bytes: 0 }
    let over: Error | undefined
    const end = (reason: Error) => {
      over ??= reason
      void copy.close()
    }
    const onStop = () => end(new Stopping())
    stopping.signal.addEventListener('abort', onStop, { once: true })
    if (stopping.signal.aborted) onStop()
    const stopTelling = tellProgress(claim, ctx, copy.total, written, end)
    try {
      await inChunks(
        after(beginningOf(source), copy.stream as AsyncIterable<Buffer>),
        settings.chunkBytes ?? defaultChunkBytes,
        async (content, chunkNumber) => {
          if (over) throw over
          if (written.bytes + content.length > bytesLeft) throw spaceFull(settings.bytesPerTenant)
          if (!(await withTenant(db, ctx, (tx) => addChunk(tx, { fileId, runId }, chunkNumber, content)))) throw new Superseded()
          written.bytes += content.length
          // Counts more than one row for a cell with line breaks; the final count is exact.
          written.rows = Math.min(copy.total, written.rows + linesIn(content) - (chunkNumber === 0 && !source.isJsonLines ? 1 : 0))
        },
      )
    } catch (error) {
      throw over ?? error
    } finally {
      stopping.signal.removeEventListener('abort', onStop)
      await stopTelling()
      await copy.close()
    }
    await finish(claim, ctx, { rows: copy.rowCount(), bytes: written.bytes })
  }

  /** Reports progress from time to time, which also shows that the run is alive; ends it if it was canceled or replaced. */
  function tellProgress(
    claim: Claim,
    ctx: TenantContext,
    total: number,
    written: { rows: number; bytes: number },
    end: (reason: Error) => void,
  ) {
    let told = -1
    let telling = Promise.resolve()
    const tell = async () => {
      const { rows, bytes } = written
      const isStillWanted = await withTenant(db, ctx, async (tx) => {
        const updated = await sql`
          update temporary_file set row_count = ${rows}, total_rows = ${total}, size_bytes = ${bytes}, heartbeat_at = now()
           where ${isRunOf(claim)} returning 1`.execute(tx)
        if (told !== rows) noteChange(tx, 'temporary_file')
        return updated.rows.length > 0
      })
      told = rows
      if (!isStillWanted) end(new Superseded())
    }
    const tellNext = () => {
      telling = telling.then(tell).catch((error: unknown) => log.warn({ err: error }, 'the progress of an export was not saved'))
    }
    tellNext()
    const timer = setInterval(tellNext, progressEveryMs)
    return async () => {
      clearInterval(timer)
      await telling
    }
  }

  async function finish(claim: Claim, ctx: TenantContext, { rows, bytes }: { rows: number; bytes: number }): Promise<void> {
    const now = settings.now()
    const expiresAt = expiryFrom(now)
    await withTenant(db, ctx, async (tx) => {
      const done = await tx
        .updateTable('temporary_file')
        .set({ status: 'ready', row_count: rows, total_rows: rows, size_bytes: bytes, finished_at: now, expires_at: expiresAt })
        .where(isRunOf(claim))
        .returning('temporary_file_id')
        .execute()
      if (done.length === 0) throw new Superseded()
      await announce(tx, claim, { messageType: 'ExportReady', count: rows, ExpiresAt: expiresAt.toISOString() })
    })
  }

  async function failed(claim: Claim, ctx: TenantContext, error: unknown): Promise<void> {
    const failure = failureOf(error)
    if (failure === 'internal') log.error({ err: error, fileId: claim.temporary_file_id, attempt: claim.attempts }, 'an export failed')
    if (failure === 'internal' && claim.attempts < mostAttempts) return putBack(claim, ctx, { counts: true })
    await withTenant(db, ctx, async (tx) => {
      const given = await tx
        .updateTable('temporary_file')
        .set({ status: 'failed', failure, finished_at: settings.now(), size_bytes: 0 })
        .where(isRunOf(claim))
        .returning('temporary_file_id')
        .execute()
      await removeChunks(tx, claim.temporary_file_id, claim.run_id)
      if (given.length > 0) await announce(tx, claim, { messageType: 'ExportFailed' })
    })
  }

  /** Queues the export again: later after a failed attempt, immediately if only this process stops. */
  async function putBack(claim: Claim, ctx: TenantContext, { counts }: { counts: boolean }): Promise<void> {
    await withTenant(db, ctx, async (tx) => {
      await sql`
        update temporary_file set status = 'queued', attempts = attempts - ${counts ? 0 : 1}::integer, row_count = 0, size_bytes = 0,
               next_attempt_at = now() + make_interval(secs => ${counts ? retryAfterSeconds * claim.attempts : 0})
         where ${isRunOf(claim)}`.execute(tx)
      noteChange(tx, 'temporary_file')
      await removeChunks(tx, claim.temporary_file_id, claim.run_id)
    })
  }

  /** Notifies the user who created the export, if they still exist; keys have no notifications. */
  async function announce(
    tx: TenantTransaction,
    claim: Claim,
    { count, ...message }: { messageType: 'ExportReady' | 'ExportFailed'; count?: number; ExpiresAt?: string },
  ): Promise<void> {
    if (claim.created_by_type !== 'user') return
    const user = await tx.selectFrom('app_user').select('user_id').where('user_id', '=', claim.created_by).executeTakeFirst()
    if (!user) return
    const parameters = { fileName: claim.file_name, ...(count === undefined ? {} : { count }) }
    await ports.publish(tx, { ...message, parameters, FileId: claim.temporary_file_id, recipientId: claim.created_by })
  }

  return {
    drain,
    /** Releases running exports: they are queued again and restart elsewhere. */
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.allSettled(running)
    },
  }
}

const isRunOf = ({ tenant_id: tenantId, temporary_file_id: fileId, run_id: runId }: Claim) =>
  sql<boolean>`tenant_id = ${tenantId}::uuid and temporary_file_id = ${fileId} and run_id = ${runId} and status = 'running'`

const contextOf = ({ tenant_id: tenantId }: Claim): TenantContext => ({
  tenantId,
  requestId: '',
  actor: { type: 'system', id: 'system', name: 'Steward' },
})

function failureOf(error: unknown): ExportFailure {
  if (!(error instanceof ProblemException)) return 'internal'
  return error.code === 'forbidden' || error.code === 'temporary_space_full' ? error.code : 'internal'
}

async function* after(beginning: Buffer, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield beginning
  yield* bytes
}

function linesIn(content: Buffer): number {
  let lines = 0
  for (let at = content.indexOf(lineFeed); at !== -1; at = content.indexOf(lineFeed, at + 1)) lines++
  return lines
}
