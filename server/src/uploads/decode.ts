import { isAscii, isUtf8 } from 'node:buffer'
import { problem } from '@steward/contract/errors'
import { type Encoding, encodingNames } from '@steward/contract/rules/encodings'

/** A file as text, and its encoding: known once the text is read, and until then what it looks like so far. */
export interface DecodedFile {
  text: AsyncIterable<string>
  encoding(): Encoding
}

/** How many bytes tell whether a file is UTF-16. */
const sniffedBytes = 512

/**
 * Decodes an uploaded file while it arrives, in constant memory: UTF-8 and UTF-16 with or without byte order mark, or Windows-1252, as
 * the first bytes beyond ASCII tell (docs/adr/030). The byte order mark is left out.
 * @throws file_encoding_invalid while the text is read: bytes that don't fit the encoding of what comes before, with their line
 */
export function decode(bytes: AsyncIterable<Uint8Array>): DecodedFile {
  let encoding: Encoding = 'utf-8'
  async function* text(): AsyncGenerator<string> {
    let reader: Reader | undefined
    let rest: Uint8Array = Buffer.alloc(0)
    let line = 1
    function* read(isLast: boolean): Generator<string> {
      reader ??= readerOf(rest)
      const piece = reader.read(bufferOf(rest), isLast)
      encoding = reader.encoding()
      rest = rest.subarray(piece.used)
      line += countLineBreaks(piece.text)
      if (piece.text !== '') yield piece.text
      if (piece.isInvalid) throw problem('file_encoding_invalid', { line, encoding: encodingNames[encoding] })
    }
    for await (const chunk of bytes) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      if (reader || rest.length >= sniffedBytes) yield* read(false)
    }
    yield* read(true)
  }
  return { text: text(), encoding: () => encoding }
}

/** What was read of some bytes. */
interface Piece {
  /** The text up to the first invalid byte. */
  text: string
  /** Bytes that were read; the others can be the beginning of a character. */
  used: number
  isInvalid: boolean
}

interface Reader {
  encoding(): Encoding
  read(bytes: Buffer, isLast: boolean): Piece
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function countLineBreaks(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

function readerOf(start: Uint8Array): Reader {
  if (start[0] === 0xff && start[1] === 0xfe) return utf16('utf-16le')
  if (start[0] === 0xfe && start[1] === 0xff) return utf16('utf-16be')
  const zeros = [0, 0]
  const sniffed = start.subarray(0, sniffedBytes)
  for (const [index, byte] of sniffed.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  // The header of a file is mostly ASCII, half of whose bytes are zero in UTF-16; other encodings have no zeros.
  const [even = 0, odd = 0] = zeros
  if (odd > sniffed.length / 4 && odd > 4 * even) return utf16('utf-16le')
  if (even > sniffed.length / 4 && even > 4 * odd) return utf16('utf-16be')
  return singleBytes()
}

function utf16(encoding: 'utf-16le' | 'utf-16be'): Reader {
  let isStart = true
  return {
    encoding: () => encoding,
    read(bytes, isLast) {
      const pairs = bytes.length - (bytes.length % 2)
      const whole = Buffer.from(bytes.subarray(0, pairs))
      if (encoding === 'utf-16be') whole.swap16()
      let text = whole.toString('utf16le')
      // The second half of a character can be in the next chunk.
      if (!isLast && /[\uD800-\uDBFF]$/.test(text)) text = text.slice(0, -1)
      const used = text.length * 2
      const invalid = text.isWellFormed() ? text.indexOf('\0') : text.search(/\p{Surrogate}|\0/u)
      const valid = invalid < 0 ? text : text.slice(0, invalid)
      const piece = { text: isStart ? withoutMark(valid) : valid, used, isInvalid: invalid >= 0 || (isLast && used < bytes.length) }
      isStart = false
      return piece
    },
  }
}

const withoutMark = (text: string) => (text.startsWith('\uFEFF') ? text.slice(1) : text)

/** ASCII until the first other byte, which tells UTF-8 from Windows-1252: hardly any text in the one is valid in the other. */
function singleBytes(): Reader {
  let encoding: 'utf-8' | 'windows-1252' | undefined
  let isStart = true
  return {
    encoding: () => encoding ?? 'utf-8',
    read(bytes, isLast) {
      const whole = isLast ? bytes : bytes.subarray(0, endOfCharacters(bytes))
      if (encoding === undefined && !isAscii(whole)) {
        const first = whole.findIndex((byte) => byte > 0x7f)
        encoding = lengthAt(whole, first) === 0 && definedAt(whole, first) ? 'windows-1252' : 'utf-8'
      }
      const invalid = encoding === 'windows-1252' ? invalidInWindows(whole) : invalidInUtf8(whole)
      const valid = invalid < 0 ? whole : whole.subarray(0, invalid)
      const text = encoding === 'windows-1252' ? windows.decode(valid) : valid.toString('utf8')
      const piece = { text: isStart ? withoutMark(text) : text, used: whole.length, isInvalid: invalid >= 0 }
      isStart = false
      return piece
    },
  }
}

const windows = new TextDecoder('windows-1252')
const isUndefined = /[\x81\x8D\x8F\x90\x9D]/
const definedAt = (bytes: Buffer, at: number) => !isUndefined.test(bytes.toString('latin1', at, at + 1))
/** What Windows-1252 leaves undefined, and characters in UTF-8: a file with both encodings would be damaged. */
const foreignToWindows = /[\0\x81\x8D\x8F\x90\x9D]|[\xC2-\xDF][\x80-\xBF]|[\xE0-\xEF][\x80-\xBF]{2}|[\xF0-\xF4][\x80-\xBF]{3}/

const invalidInWindows = (bytes: Buffer) => bytes.toString('latin1').search(foreignToWindows)

function invalidInUtf8(bytes: Buffer): number {
  const zero = bytes.indexOf(0)
  if (isUtf8(bytes)) return zero
  let at = 0
  for (let length = 1; length > 0 && at < bytes.length && bytes[at] !== 0; at += length) length = lengthAt(bytes, at)
  return at
}

/** The length of the UTF-8 character at a byte; 0 if it isn't one. */
function lengthAt(bytes: Buffer, at: number): number {
  const length = announcedLength(bytes[at] ?? 0)
  return length > 0 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0
}

function announcedLength(byte: number): number {
  if (byte < 0x80) return 1
  if (byte < 0xc2) return 0
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 0
}

/** Where the last character begins if the bytes end within it, otherwise their end. */
function endOfCharacters(bytes: Buffer): number {
  for (let at = bytes.length - 1; at >= Math.max(0, bytes.length - 3); at--) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) break
    if (byte >= 0xc0) return at + announcedLength(byte) > bytes.length ? at : bytes.length
  }
  return bytes.length
}
