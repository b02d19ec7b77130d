import { problem } from '@steward/contract/errors'

/** What comes before the file must fit in memory. */
const maximumFields = 20
const maximumHeaderBytes = 8 * 1024
const maximumFieldBytes = 64 * 1024

const lineBreak = Buffer.from('\r\n')
const headersEnd = Buffer.from('\r\n\r\n')

interface Part {
  name: string
  isFile: boolean
}

/**
 * Reads a form (RFC 7578) of text fields followed by one file: the fields as text, the file as a stream of its bytes, which must be
 * read before the request can end. It ends only when the form has ended correctly, so a truncated file is never taken for a whole one.
 * @throws invalid_request
 */
export async function readForm(bytes: AsyncGenerator<Buffer>, contentType: string): Promise<Record<string, unknown>> {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
  if (!boundary) throw problem('invalid_request')
  const delimiter = Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`)
  const reader = new FormReader(bytes)
  await reader.until(delimiter, maximumHeaderBytes)
  const fields = new Map<string, unknown>()
  for (;;) {
    const part = await reader.nextPart()
    if (!part) break
    if (fields.size >= maximumFields) throw problem('invalid_request')
    if (part.isFile) {
      fields.set(part.name, fileOf(reader, delimiter))
      break
    }
    fields.set(part.name, utf8(await reader.until(delimiter, maximumFieldBytes)))
  }
  return Object.fromEntries(fields)
}

async function* fileOf(reader: FormReader, delimiter: Buffer): AsyncGenerator<Buffer> {
  yield* reader.streamUntil(delimiter)
  const next = await reader.nextPart()
  if (next) throw problem('invalid_request', {}, { fields: [{ field: next.name, code: 'invalid_value' }] })
  await reader.discardRest()
}

class FormReader {
  readonly #bytes: AsyncGenerator<Buffer>
  // The first delimiter has no line break before it.
  #buffer: Buffer = lineBreak

  constructor(bytes: AsyncGenerator<Buffer>) {
    this.#bytes = bytes
  }

  /** What comes before `end`, which is skipped. */
  async until(end: Buffer, maximum: number): Promise<Buffer> {
    for (;;) {
      const at = this.#buffer.indexOf(end)
      if (at > maximum || (at < 0 && this.#buffer.length > maximum + end.length)) throw problem('invalid_request')
      if (at >= 0) {
        const found = this.#buffer.subarray(0, at)
        this.#buffer = this.#buffer.subarray(at + end.length)
        return found
      }
      await this.#readMore()
    }
  }

  /** Like `until`, of any length: holds no more than one chunk. */
  async *streamUntil(end: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#buffer.indexOf(end)
      // The last bytes can be the beginning of `end`.
      const safe = at >= 0 ? at : Math.max(0, this.#buffer.length - end.length + 1)
      const found = this.#buffer.subarray(0, safe)
      this.#buffer = this.#buffer.subarray(at >= 0 ? at + end.length : safe)
      if (found.length > 0) yield found
      if (at >= 0) return
      await this.#readMore()
    }
  }

  /** The headers of the part after a delimiter; undefined after the last. */
  async nextPart(): Promise<Part | undefined> {
    while (this.#buffer.length < 2) await this.#readMore()
    if (this.#buffer.toString('latin1', 0, 2) === '--') return undefined
    return partOf(utf8(await this.until(headersEnd, maximumHeaderBytes)))
  }

  async discardRest(): Promise<void> {
    while (!(await this.#bytes.next()).done);
  }

  async #readMore(): Promise<void> {
    const { value, done } = await this.#bytes.next()
    if (done) throw problem('invalid_request')
    this.#buffer = this.#buffer.length === 0 ? value : Buffer.concat([this.#buffer, value])
  }
}

function partOf(headers: string): Part {
  const disposition = /^content-disposition:\s*form-data\s*(;.*)$/im.exec(headers)?.[1] ?? ''
  const parameters = new Map<string, string>()
  for (const [, key = '', quoted, plain] of disposition.matchAll(/;\s*([\w*-]+)=(?:"((?:\\.|[^"\\])*)"|([^;\s]*))/g)) {
    parameters.set(key.toLowerCase(), quoted ?? plain ?? '')
  }
  const name = parameters.get('name')
  if (name === undefined) throw problem('invalid_request')
  return { name, isFile: parameters.has('filename') || parameters.has('filename*') }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function utf8(bytes: Buffer): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw problem('invalid_request')
  }
}
