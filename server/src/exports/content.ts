import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { type TenantContext, type TenantTransaction, tenantIdOf, withTenant } from '../db/tenant.ts'

/** The content of files: one-megabyte chunks in the database, written and read one after the other. */

/** Default chunk size in bytes. */
export const defaultChunkBytes = 1_048_576

/**
 * Splits bytes into chunks and stores one while the next is collected, never more: the source waits for the store.
 * @param store is called for one chunk at a time, numbered from 0
 */
export async function inChunks(
  source: AsyncIterable<Buffer>,
  chunkBytes: number,
  store: (content: Buffer, chunkNumber: number) => Promise<void>,
): Promise<void> {
  let gathered: Buffer[] = []
  let size = 0
  let chunkNumber = 0
  let storing = Promise.resolve()
  const storeNext = async () => {
    const content = Buffer.concat(gathered, size)
    gathered = []
    size = 0
    await storing
    storing = store(content, chunkNumber++)
    // Awaited with the next chunk; avoids an unhandled rejection until then.
    storing.catch(() => undefined)
  }
  for await (const bytes of source) {
    gathered.push(bytes)
    size += bytes.length
    if (size >= chunkBytes) await storeNext()
  }
  if (size > 0) await storeNext()
  await storing
}

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
export async function* readChunks(db: Db, ctx: TenantContext, fileId: string, sizeBytes: number): AsyncGenerator<Buffer> {
  const read = (chunkNumber: number) => {
    const reading = withTenant(
      db,
      ctx,
      (tx) =>
        tx
          .selectFrom('temporary_file_chunk')
          .select('content')
          .where('temporary_file_id', '=', fileId)
          .where('chunk_number', '=', chunkNumber)
          .executeTakeFirst(),
      { readOnly: true },
    )
    // Awaited in its turn; a reader that leaves earlier ignores its failure.
    reading.catch(() => undefined)
    return reading
  }
  let left = sizeBytes
  let next = read(0)
  for (let chunkNumber = 1; left > 0; chunkNumber++) {
    const chunk = await next
    if (!chunk) throw new Error(`temporary file ${fileId} ends ${left} bytes early`)
    left -= chunk.content.length
    if (left > 0) next = read(chunkNumber)
    yield chunk.content
  }
}
