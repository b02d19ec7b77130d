import { sql } from 'kysely'
import { noteChange, systemContext, withTenant } from '../../db/tenant.ts'
import { type Claim, Superseded, isRunOf } from './claim.ts'
import { type UploadContext, progressEveryMs } from './context.ts'

/** How far a run is. */
export interface Progress {
  status: 'reading' | 'storing'
  bytes: number
  rows: number
  encoding: string | null
}

/**
 * Reports progress from time to time, which also shows that the run is alive; ends it if it was replaced. Returns a function that stops
 * reporting, and resolves when nothing is written any more.
 */
export function tellProgress(
  { db, log }: UploadContext,
  claim: Claim,
  progress: Progress,
  end: (reason: Error) => void,
): () => Promise<void> {
  let told = ''
  let telling = Promise.resolve()
  const tell = async () => {
    const { status, bytes, rows, encoding } = progress
    const now = `${status} ${bytes} ${rows}`
    const isStillWanted = await withTenant(db, systemContext(claim.tenant_id), async (tx) => {
      const updated = await sql`
        update rate_upload set status = ${status}, read_bytes = ${bytes}, row_count = ${rows}, encoding = ${encoding}, heartbeat_at = now()
         where ${isRunOf(claim)} returning 1`.execute(tx)
      if (told !== now) noteChange(tx, 'rate_upload')
      return updated.rows.length > 0
    })
    told = now
    if (!isStillWanted) end(new Superseded())
  }
  const tellNext = () => {
    telling = telling.then(tell).catch((error: unknown) => log.warn({ err: error }, 'the progress of an upload was not saved'))
  }
  tellNext()
  const timer = setInterval(tellNext, progressEveryMs)
  return async () => {
    clearInterval(timer)
    await telling
  }
}
