import { sql } from 'kysely'
import { type TenantContext, type TenantTransaction, tenantIdOf, withTenant } from '../../db/tenant.ts'
import type { Db } from '../../db/pool.ts'

/** The bytes of uploads: one-megabyte chunks in the database until they are read. */

/** Bytes that are decoded and checked before others get their turn. */
const sliceBytes = 64 * 1024

export async function addChunk(tx: TenantTransaction, uploadId: string, chunkNumber: number, content: Buffer): Promise<void> {
  await sql`
    insert into rate_upload_chunk (tenant_id, rate_upload_id, chunk_number, content)
    values (${tenantIdOf(tx)}::uuid, ${uploadId}, ${chunkNumber}::integer, ${content}::bytea)`.execute(tx)
}

export async function removeChunks(tx: TenantTransaction, uploadId: string): Promise<void> {
  await sql`delete from rate_upload_chunk where tenant_id = ${tenantIdOf(tx)}::uuid and rate_upload_id = ${uploadId}`.execute(tx)
}

/** The bytes of an upload in small slices, read one chunk ahead. */
export async function* readSlices(db: Db, ctx: TenantContext, uploadId: string): AsyncGenerator<Buffer> {
  const read = (chunkNumber: number) => {
    const reading = withTenant(
      db,
      ctx,
      (tx) =>
        tx
          .selectFrom('rate_upload_chunk')
          .select('content')
          .where('rate_upload_id', '=', uploadId)
          .where('chunk_number', '=', chunkNumber)
          .executeTakeFirst(),
      { readOnly: true },
    )
    // Awaited in its turn; a reader that leaves earlier ignores its failure.
    reading.catch(() => undefined)
    return reading
  }
  let next = read(0)
  for (let chunkNumber = 1; ; chunkNumber++) {
    const chunk = await next
    if (!chunk) return
    next = read(chunkNumber)
    for (let at = 0; at < chunk.content.length; at += sliceBytes) yield chunk.content.subarray(at, at + sliceBytes)
  }
}
