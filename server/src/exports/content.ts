import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { readChunks } from '../db/chunks.ts'
import { type TenantContext, type TenantTransaction, tenantIdOf } from '../db/tenant.ts'

/** The content of temporary files, in chunks (`db/chunks.ts`). */

/** Adds a chunk to a file that this run is writing; false if the run is over: canceled, deleted or taken over. */
export async function addChunk(
  tx: TenantTransaction,
  { fileId, runId }: { fileId: string; runId: string },
  chunkNumber: number,
  content: Buffer,
): Promise<boolean> {
  const { rows } = await sql`
    insert into temporary_file_chunk (tenant_id, temporary_file_id, chunk_number, run_id, content)
    select tenant_id, temporary_file_id, ${chunkNumber}::integer, run_id, ${content}::bytea
      from (select * from temporary_file
             where tenant_id = ${tenantIdOf(tx)}::uuid and temporary_file_id = ${fileId} and run_id = ${runId} and status = 'running'
               for share) f
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Removes chunks of earlier runs of a file, or of one run. */
export async function removeChunks(tx: TenantTransaction, fileId: string, runId?: string): Promise<void> {
  const all = tx.deleteFrom('temporary_file_chunk').where('temporary_file_id', '=', fileId)
  await (runId === undefined ? all : all.where('run_id', '=', runId)).execute()
}

/**
 * The content of a file, one chunk ahead of its reader.
 * @throws if the file is deleted during the download: the reader gets less than announced and can tell
 */
export async function* readContent(db: Db, ctx: TenantContext, fileId: string, sizeBytes: number): AsyncGenerator<Buffer> {
  const find = (tx: TenantTransaction, chunkNumber: number) =>
    tx
      .selectFrom('temporary_file_chunk')
      .select('content')
      .where('temporary_file_id', '=', fileId)
      .where('chunk_number', '=', chunkNumber)
      .executeTakeFirst()
  let left = sizeBytes
  yield* readChunks(db, ctx, find, ({ length }) => (left -= length) <= 0)
  if (left > 0) throw new Error(`temporary file ${fileId} ends ${left} bytes early`)
}
