/** One file of an archive, small enough to keep in memory. */
export interface TarEntry {
  name: string
  data: Buffer
}

const BLOCK = 512

/**
 * The bytes of a file in a POSIX (ustar) archive.
 * @throws {RangeError} if the name is too long for the format
 */
export function tarEntry(name: string, data: Buffer, modified: Date): Buffer {
  if (Buffer.byteLength(name) > 100) throw new RangeError(`${name} is too long for an archive.`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`
  header.write(name, 0)
  header.write(
    octal(0o600, 8) + octal(0, 8) + octal(0, 8) + octal(data.length, 12) + octal(Math.floor(modified.getTime() / 1000), 12),
    100,
    'latin1',
  )
  header.write('        0', 148, 'latin1') // the checksum is computed with itself as spaces; '0' is an ordinary file
  header.write('ustar\x0000', 257, 'latin1')
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
    'latin1',
  )
  return Buffer.concat([header, data, Buffer.alloc((BLOCK - (data.length % BLOCK)) % BLOCK)])
}

/** The end marker of an archive. */
export const tarEnd = Buffer.alloc(2 * BLOCK)

/** The files of an archive as `tarEntry` wrote it. Throws if it ends early or isn't an archive. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = new BlockReader(source)
  for (;;) {
    const header = await reader.take(BLOCK)
    if (header.every((byte) => byte === 0)) return
    if (header.toString('latin1', 257, 262) !== 'ustar') throw new Error('This is not an archive.')
    const name = header.toString('utf8', 0, header.indexOf(0))
    const size = Number.parseInt(header.toString('latin1', 124, 135), 8)
    const padded = await reader.take(Math.ceil(size / BLOCK) * BLOCK)
    yield { name, data: padded.subarray(0, size) }
  }
}

class BlockReader {
  readonly #chunks: AsyncIterator<Buffer>
  #held: Buffer[] = []
  #length = 0

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  async take(size: number): Promise<Buffer> {
    while (this.#length < size) {
      const { value, done } = await this.#chunks.next()
      if (done) throw new Error('The archive ends early.')
      this.#held.push(value)
      this.#length += value.length
    }
    const all = this.#held.length === 1 && this.#held[0] ? this.#held[0] : Buffer.concat(this.#held)
    this.#held = [all.subarray(size)]
    this.#length -= size
    return all.subarray(0, size)
  }
}
