import type { Logger } from 'pino'
import { type CopyTransaction, withCopy } from '../db/copy-transaction.ts'
import type { Db } from '../db/pool.ts'
import type { TenantContext } from '../db/tenant.ts'
import { SharedTurns } from '../db/turns.ts'
import { type Progress, tellProgress } from './progress.ts'
import { createStaging } from './staging.ts'

/** A request with a file. */
export interface UploadRequest {
  /** Chosen by a client that asks for the progress. */
  uploadId?: string | undefined
  /** Aborts when the client leaves. */
  signal: AbortSignal
}

/** Uploads use connections of their own while they arrive; more than this many per process wait for each other. */
const atOnce = 8
const turns = new SharedTurns(atOnce)

/**
 * Runs `work` in one transaction with the staging tables, while the file arrives. If the client leaves, the transaction ends, even during
 * a statement, and nothing is kept.
 */
export async function withUpload<T>(
  shared: { db: Db; log: Pick<Logger, 'warn'> },
  ctx: TenantContext,
  { uploadId, signal }: UploadRequest,
  work: (transaction: CopyTransaction, progress: Progress) => Promise<T>,
): Promise<T> {
  const progress: Progress = { step: 'reading', lines: 0, total: null }
  const giveTurn = await turns.take(ctx.tenantId)
  const stopTelling = tellProgress(shared, ctx, uploadId, progress)
  try {
    return await withCopy(shared.db, ctx, signal, async (transaction) => {
      await createStaging(transaction.tx)
      const result = await work(transaction, progress)
      signal.throwIfAborted()
      return result
    })
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    giveTurn()
    await stopTelling()
  }
}
