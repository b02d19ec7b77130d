import { sql } from 'kysely'
import { readChunks } from '../../db/chunks.ts'
import { type TenantContext, type TenantTransaction, tenantIdOf } from '../../db/tenant.ts'
import type { Db } from '../../db/pool.ts'
import { Superseded } from './claim.ts'

/** The bytes of uploads, in chunks (`db/chunks.ts`) until they are read. */

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

/** The bytes of an upload in small slices. @throws {Superseded} if it was canceled */
export async function* readSlices(db: Db, ctx: TenantContext, uploadId: string, sizeBytes: number): AsyncGenerator<Buffer> {
  const find = (tx: TenantTransaction, chunkNumber: number) =>
    tx
      .selectFrom('rate_upload_chunk')
      .select('content')
      .where('rate_upload_id', '=', uploadId)
      .where('chunk_number', '=', chunkNumber)
      .executeTakeFirst()
  let left = sizeBytes
  for await (const content of readChunks(db, ctx, find, ({ length }) => (left -= length) <= 0)) {
    for (let at = 0; at < content.length; at += sliceBytes) yield content.subarray(at, at + sliceBytes)
  }
  if (left > 0) throw new Superseded()
}
