import { sql } from 'kysely'
import type { Logger } from 'pino'
import { besidePreview } from '../db/operation.ts'
import type { Db } from '../db/pool.ts'
import { type TenantContext, systemContext, tenantIdOf, withTenant } from '../db/tenant.ts'

/** How far the server is with a file that a request brings. */
export interface Progress {
  step: 'reading' | 'saving'
  /** Lines that were read; of the second step, lines that were saved. */
  lines: number
  /** Lines of the file; known in the second step. */
  total: number | null
}

const tellEveryMs = 1_000
/** Left by processes that died. */
const forgottenAfterHours = 1

/**
 * Reports progress from time to time, under an id that the client chose, in a transaction of its own. Returns a function that stops and
 * forgets it. Without an id, no one asks.
 */
export function tellProgress(
  { db, log }: { db: Db; log: Pick<Logger, 'warn'> },
  { tenantId, actor }: TenantContext,
  uploadId: string | undefined,
  progress: Progress,
): () => Promise<void> {
  if (uploadId === undefined) return async () => undefined
  const ctx = systemContext(tenantId)
  let telling = Promise.resolve()
  const next = (work: () => Promise<unknown>) => {
    telling = telling
      .then(() => besidePreview(work))
      .then(
        () => undefined,
        (error: unknown) => log.warn({ err: error }, 'the progress of an upload was not saved'),
      )
    return telling
  }
  const tell = () =>
    withTenant(db, ctx, async (tx) => {
      const { step, lines, total } = progress
      await sql`
        insert into upload_progress (tenant_id, upload_id, created_by_id, step, lines, total_lines)
        values (${tenantIdOf(tx)}::uuid, ${uploadId}::uuid, ${actor.id}, ${step}, ${lines}, ${total})
            on conflict (tenant_id, upload_id) do update
           set step = excluded.step, lines = excluded.lines, total_lines = excluded.total_lines, told_at = now()
         where upload_progress.created_by_id = excluded.created_by_id`.execute(tx)
    })
  const forget = () =>
    withTenant(db, ctx, async (tx) => {
      await sql`
        delete from upload_progress
         where tenant_id = ${tenantIdOf(tx)}::uuid
           and (upload_id = ${uploadId}::uuid and created_by_id = ${actor.id}
                or told_at < now() - make_interval(hours => ${sql.lit(forgottenAfterHours)}))`.execute(tx)
    })
  void next(tell)
  const timer = setInterval(() => void next(tell), tellEveryMs)
  return async () => {
    clearInterval(timer)
    await next(forget)
  }
}

/** The progress of an upload of the caller; undefined before it begins and after it ends. */
export async function readProgress(db: Db, ctx: TenantContext, uploadId: string): Promise<Progress | undefined> {
  const { rows } = await withTenant(
    db,
    ctx,
    (tx) =>
      sql<Progress>`
        select step, lines, total_lines as total from upload_progress
         where tenant_id = ${tenantIdOf(tx)}::uuid and upload_id = ${uploadId}::uuid and created_by_id = ${ctx.actor.id}`.execute(tx),
    { readOnly: true },
  )
  return rows[0]
}
