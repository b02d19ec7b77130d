import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { ArchiveBlock } from '../db/types.ts'
import { ObjectMissing, type ObjectStore } from '../object-store/store.ts'
import { type ArchivedRow, parseLine } from './archived-log.ts'

/**
 * The object of an archived month: JSON Lines, newest entry first, as zstd frames of a few thousand lines. Frames after each
 * other are one zstd file, and each of them can be read, checked and decompressed on its own.
 */

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Lines of a block before they are compressed. A block is this large at least, except for the last one. */
export const blockBytes = 4 * 1_048_576
/** A line can be as long as two values of a field, which are bounded. */
const mostBlockBytes = 16 * blockBytes
/** What is read in one call when blocks are read one after the other. */
const readBytes = 8 * 1_048_576

const newline = 10

export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The object is missing, or has not what was written. */
export class ArchiveDamaged extends Error {
  override name = 'ArchiveDamaged'
}

/** Cuts a stream of lines into compressed blocks. */
export async function* blocksOf(
  lines: AsyncIterable<Buffer>,
  size = blockBytes,
): AsyncGenerator<{ compressed: Buffer; block: ArchiveBlock }> {
  let held: Buffer[] = []
  let length = 0
  for await (const chunk of lines) {
    held.push(chunk)
    length += chunk.length
    if (length < size) continue
    const bytes = Buffer.concat(held)
    const end = bytes.lastIndexOf(newline) + 1
    held = [bytes.subarray(end)]
    length = bytes.length - end
    if (end > 0) yield await blockOf(bytes.subarray(0, end))
  }
  if (length > 0) yield await blockOf(Buffer.concat(held))
}

async function blockOf(lines: Buffer): Promise<{ compressed: Buffer; block: ArchiveBlock }> {
  const { occurredAt: at, id } = parseLine(lines.toString('utf8', 0, lines.indexOf(newline)))
  const compressed = await compress(lines)
  return { compressed, block: { bytes: compressed.length, rows: countLines(lines), digest: digestOf(compressed), at, id } }
}

function countLines(lines: Buffer): number {
  let count = 0
  for (let at = lines.indexOf(newline); at !== -1; at = lines.indexOf(newline, at + 1)) count++
  return count
}

/** Where an archived month is. */
export interface ArchiveObject {
  object_key: string
  blocks: readonly ArchiveBlock[]
}

/**
 * The blocks of an object in their order, compressed and checked.
 * @throws ArchiveDamaged; any other error if the storage cannot be reached
 */
export async function* readBlocks(store: ObjectStore, { object_key: key, blocks }: ArchiveObject): AsyncGenerator<Buffer> {
  let offset = 0
  for (let first = 0; first < blocks.length;) {
    let next = first
    let bytes = 0
    for (let block = blocks[next]; block && (bytes === 0 || bytes + block.bytes <= readBytes); block = blocks[++next]) bytes += block.bytes
    const piece = await readChecked(store, key, { offset, bytes })
    let start = 0
    for (const block of blocks.slice(first, next)) {
      yield checked(piece.subarray(start, start + block.bytes), block)
      start += block.bytes
    }
    offset += bytes
    first = next
  }
}

/** One block of an object, decompressed. The same is thrown as for all of them. */
export async function readBlock<Archived extends ArchivedRow>(
  store: ObjectStore,
  { object_key: key, blocks }: ArchiveObject,
  index: number,
): Promise<Archived[]> {
  const block = blocks[index]
  if (block === undefined) return []
  const offset = blocks.slice(0, index).reduce((sum, { bytes }) => sum + bytes, 0)
  const lines = await linesOf(checked(await readChecked(store, key, { offset, bytes: block.bytes }), block))
  return lines
    .toString()
    .trimEnd()
    .split('\n')
    .map(parseLine<Archived>)
}

/** The lines of a compressed block. */
export const linesOf = async (compressed: Buffer): Promise<Buffer> => decompress(compressed, { maxOutputLength: mostBlockBytes })

async function readChecked(store: ObjectStore, key: string, range: { offset: number; bytes: number }): Promise<Buffer> {
  try {
    return await store.read(key, range)
  } catch (error) {
    throw error instanceof ObjectMissing ? new ArchiveDamaged(`${key} is missing`, { cause: error }) : error
  }
}

function checked(compressed: Buffer, { digest }: ArchiveBlock): Buffer {
  if (digestOf(compressed) !== digest) throw new ArchiveDamaged('A block has another digest than when it was written')
  return compressed
}
