import { type TenantContext, type TenantTransaction, withTenant } from './tenant.ts'
import type { Db } from './pool.ts'

/** The content of files: one-megabyte chunks in the database, written and read one after the other. */

/** Default chunk size in bytes. */
export const defaultChunkBytes = 1_048_576

/**
 * Splits bytes into chunks and stores one while the next is collected, never more: the source waits for the store.
 * @param store is called for one chunk at a time, numbered from 0
 */
export async function inChunks(
  source: AsyncIterable<Uint8Array>,
  chunkBytes: number,
  store: (content: Buffer, chunkNumber: number) => Promise<void>,
): Promise<void> {
  let gathered: Uint8Array[] = []
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

/** The chunks of a file until the last, or until one is missing, read one ahead of their reader and each in a transaction of its own. */
export async function* readChunks(
  db: Db,
  ctx: TenantContext,
  find: (tx: TenantTransaction, chunkNumber: number) => Promise<{ content: Buffer } | undefined>,
  isLast: (content: Buffer) => boolean,
): AsyncGenerator<Buffer> {
  const read = (chunkNumber: number) => {
    const reading = withTenant(db, ctx, (tx) => find(tx, chunkNumber), { readOnly: true })
    // Awaited in its turn; a reader that leaves earlier ignores its failure.
    reading.catch(() => undefined)
    return reading
  }
  let next: Promise<{ content: Buffer } | undefined> | undefined = read(0)
  for (let chunkNumber = 1; next; chunkNumber++) {
    const chunk: { content: Buffer } | undefined = await next
    if (!chunk) return
    next = isLast(chunk.content) ? undefined : read(chunkNumber)
    yield chunk.content
  }
}
