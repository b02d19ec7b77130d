import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { ProblemException, problem } from '@steward/contract/errors'

/** What comes before the file must fit in memory. */
const limits = { fields: 20, fieldSize: 64 * 1024, fieldNameSize: 100, files: 1, headerPairs: 20, headerSize: 8 * 1024 }

/**
 * Reads a form (RFC 7578) of text fields followed by one file: the fields as text, the file as a stream of its bytes, which must be
 * read before the request can end. It ends only when the form has ended correctly, so a truncated file is never taken for a whole one.
 * @throws invalid_request
 */
export async function readForm(bytes: AsyncGenerator<Buffer>, contentType: string): Promise<Record<string, unknown>> {
  const form = parserOf(contentType)
  const refuse = (error: Error) => void form.destroy(error)
  const fields = new Map<string, unknown>()
  let isFileOpen = false
  form.on('field', (name: string, value: string, isNameCut: boolean, isValueCut: boolean) => {
    if (isFileOpen) refuse(problem('invalid_request', {}, { fields: [{ field: name, code: 'invalid_value' }] }))
    else if (isNameCut || isValueCut) refuse(problem('invalid_request'))
    else fields.set(name, value)
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) form.on(limit, () => refuse(problem('invalid_request')))
  const ended = pipeline(Readable.from(bytes, { highWaterMark: 1 }), form).catch((error: unknown): void => {
    throw error instanceof ProblemException ? error : problem('invalid_request')
  })
  // Awaited below, or by the reader of the file.
  ended.catch(() => undefined)
  const opened = new Promise<void>((resolve) => {
    form.once('file', (name: string, file: BusboyFileStream, fileName: string) => {
      isFileOpen = true
      // A handler that refuses the request doesn't read the file: its error would end the process.
      file.on('error', () => undefined)
      fields.set(name, Object.assign(contentOf(file, ended), { fileName }))
      resolve()
    })
  })
  await Promise.race([opened, ended])
  return Object.fromEntries(fields)
}

/** @throws invalid_request */
function parserOf(contentType: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits, highWaterMark: 64 * 1024, fileHwm: 64 * 1024 })
  } catch {
    throw problem('invalid_request')
  }
}

async function* contentOf(file: BusboyFileStream, ended: Promise<void>): AsyncGenerator<Buffer> {
  ended.catch((error: Error) => file.destroy(error))
  try {
    yield* file as AsyncIterable<Buffer>
  } catch (error) {
    await ended
    throw error
  }
  await ended
}
