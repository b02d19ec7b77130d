import { sql } from 'kysely'
import { asOwner, noteChange, systemContext, withTenant } from '../../db/tenant.ts'
import { removeChunks } from './content.ts'
import { type UploadContext, deadAfterSeconds } from './context.ts'
import { announceEnd } from './announce.ts'
import { type Claim, Stopping, Superseded, isRunOf } from './claim.ts'
import { type Progress, tellProgress } from './progress.ts'
import { takeIn } from './take-in.ts'

/** Attempts after which a failing upload is given up. */
const mostAttempts = 3
const retryAfterSeconds = 10

/** Runs queued uploads one after the other: each uses the database and the parser as much as it can. */
export function createUploadRunner(context: UploadContext) {
  const { db, log, settings } = context
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  /** An upload can have been queued since the queue was last read. */
  let isWanted = false

  /** Runs the queue until it is empty; returns immediately if that is going on. */
  async function drain(): Promise<void> {
    isWanted = true
    if (running) return
    running = runAll()
    await running
  }

  async function runAll(): Promise<void> {
    try {
      while (isWanted && !stopping.signal.aborted) {
        isWanted = false
        for (let claim = await claimNext(); claim; claim = await claimNext()) {
          await run(claim)
          if (stopping.signal.aborted) return
        }
      }
    } finally {
      running = undefined
    }
  }

  /** The oldest waiting or dead upload of the tenant whose last one ran longest ago. */
  function claimNext(): Promise<Claim | undefined> {
    return asOwner(db, 'maintenance', async (tx) => {
      const { rows } = await sql<Claim>`
        update rate_upload u
           set status = 'reading', run_id = uuidv7(), attempts = u.attempts + 1, heartbeat_at = now(), read_bytes = 0, row_count = 0
          from currency_vintage v join currency_scheme s on s.tenant_id = v.tenant_id and s.currency_scheme_id = v.currency_scheme_id
         where (u.tenant_id, u.rate_upload_id) = (
                 select tenant_id, rate_upload_id from rate_upload due
                  where status = 'queued' and next_attempt_at <= now()
                     or status in ('reading', 'storing') and heartbeat_at < now() - make_interval(secs => ${deadAfterSeconds})
                  order by (select max(ran.heartbeat_at) from rate_upload ran where ran.tenant_id = due.tenant_id and ran.attempts > 0) nulls first,
                           created_at
                  limit 1 for update skip locked)
           and v.tenant_id = u.tenant_id and v.currency_vintage_id = u.currency_vintage_id
        returning u.tenant_id, u.rate_upload_id, u.run_id, u.currency_vintage_id, u.file_name, u.size_bytes, u.language, u.attempts,
                  u.created_by_type, u.created_by_id, u.created_by, s.currency_scheme_code, s.anchor_currency_code, v.vintage`.execute(tx)
      return rows[0]
    })
  }

  async function run(claim: Claim): Promise<void> {
    const over = new AbortController()
    const onStop = () => over.abort(new Stopping())
    stopping.signal.addEventListener('abort', onStop, { once: true })
    if (stopping.signal.aborted) onStop()
    const progress: Progress = { status: 'reading', bytes: 0, rows: 0, encoding: null }
    const stopTelling = tellProgress(context, claim, progress, (reason) => over.abort(reason))
    try {
      if (claim.attempts > mostAttempts) throw new Error('the upload ended its process every time')
      await takeIn(context, claim, { progress, signal: over.signal, beforeEnd: stopTelling })
    } catch (error) {
      const reason: unknown = over.signal.aborted ? over.signal.reason : error
      if (reason instanceof Stopping) await putBack(claim, { counts: false })
      else if (!(reason instanceof Superseded)) await failed(claim, reason)
    } finally {
      stopping.signal.removeEventListener('abort', onStop)
      await stopTelling()
    }
  }

  async function failed(claim: Claim, error: unknown): Promise<void> {
    log.error({ err: error, uploadId: claim.rate_upload_id, attempt: claim.attempts }, 'an upload of rates failed')
    if (claim.attempts < mostAttempts) return putBack(claim, { counts: true })
    await withTenant(db, systemContext(claim.tenant_id), async (tx) => {
      const ended = await sql`
        update rate_upload set status = 'failed', run_id = null, finished_at = ${settings.now()} where ${isRunOf(claim)} returning 1`.execute(
        tx,
      )
      if (ended.rows.length === 0) return
      noteChange(tx, 'rate_upload')
      await removeChunks(tx, claim.rate_upload_id)
      await announceEnd(tx, claim, { kind: 'failed' }, settings.now())
    })
  }

  async function putBack(claim: Claim, { counts }: { counts: boolean }): Promise<void> {
    await withTenant(db, systemContext(claim.tenant_id), async (tx) => {
      await sql`
        update rate_upload set status = 'queued', run_id = null, attempts = ${counts ? claim.attempts : claim.attempts - 1},
               next_attempt_at = now() + make_interval(secs => ${counts ? retryAfterSeconds * claim.attempts : 0})
         where ${isRunOf(claim)}`.execute(tx)
      noteChange(tx, 'rate_upload')
    })
  }

  return {
    drain,

    /** Also ends uploads whose process died while it received them. */
    async resume(): Promise<void> {
      await asOwner(db, 'maintenance', async (tx) => {
        await sql`
          with broken as (
            update rate_upload set status = 'failed', finished_at = now()
             where status = 'receiving' and heartbeat_at < now() - make_interval(secs => ${deadAfterSeconds})
            returning tenant_id, rate_upload_id)
          delete from rate_upload_chunk c using broken b where c.tenant_id = b.tenant_id and c.rate_upload_id = b.rate_upload_id`.execute(
          tx,
        )
      })
      await drain()
    },

    /** Releases the running upload: it is queued again and starts over elsewhere. */
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.allSettled([running])
    },
  }
}
