import { Readable } from 'node:stream'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { problem } from '@steward/contract/errors'
import { type FileStream, uploadedFile } from '@steward/contract/files'
import { type Endpoint, createClient } from '@steward/contract/http'
import { operation } from '@steward/contract/operations'
import { binder } from './binding.ts'
import { readForm } from './multipart.ts'
import { createHttp } from './server.ts'

const limit = 4 * 1024 * 1024
const answerSchema = z.strictObject({ name: z.string(), bytes: z.number(), text: z.string() })
const formBody = z.strictObject({ name: z.string().max(5), note: z.string().optional(), file: uploadedFile('Any file') })
const csvBody = uploadedFile('Any file')
const streamed = { method: 'POST', access: { public: 'a test' }, largestBodyBytes: limit } as const
const sendForm: Endpoint<{ body: typeof formBody; response: typeof answerSchema }> = {
  ...streamed,
  id: 'sendForm',
  path: '/form',
  media: { request: 'multipart/form-data', streams: true },
}
const sendCsv: Endpoint<{ body: typeof csvBody; response: typeof answerSchema }> = {
  ...streamed,
  id: 'sendCsv',
  path: '/csv',
  media: { request: 'text/csv', streams: true },
}
const docs = { summary: 'For tests', tag: 'Things', errors: [], examples: {} }

/** What the handlers saw. */
const seen = { begun: 0, ended: 0, failed: [] as unknown[] }

async function take(name: string, file: FileStream) {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of file) {
      if (chunks.push(chunk) === 1) seen.begun++
      if (name === 'stop') throw problem('not_found')
    }
  } catch (error) {
    seen.failed.push(error)
    throw error
  }
  seen.ended++
  const all = Buffer.concat(chunks)
  return { name, bytes: all.length, text: all.toString('utf8', 0, 40) }
}

describe('a streamed upload', () => {
  let app: Awaited<ReturnType<typeof createHttp>>
  let address: string
  beforeAll(async () => {
    app = await createHttp({ log: pino({ level: 'silent' }), publicUrl: 'https://steward.example', trustProxy: false, rates: undefined })
    const bind = binder(app, {
      preview: () => async () => Promise.reject(new Error('nothing is previewed')),
      operations: new Map([
        [sendForm.id, operation(sendForm, { ...docs, body: formBody, response: answerSchema })],
        [sendCsv.id, operation(sendCsv, { ...docs, body: csvBody, response: answerSchema })],
      ]),
      checkResponses: true,
      gate: {
        authenticate: () => Promise.reject(problem('unauthenticated')),
        isGranted: async () => false,
        requireFresh: async () => undefined,
      },
    })
    bind(sendForm, async ({ body }) => take(body.name, body.file))
    bind(sendCsv, async ({ body, query }) => take(Object.keys(query).join(''), body))
    address = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => app.close())

  const call = () => createClient({ baseUrl: address, fetch, headers: () => ({}) })
  const endless = (bytes: number) =>
    Readable.toWeb(
      Readable.from(
        (function* () {
          for (let sent = 0; sent < bytes; sent += 65_536) yield Buffer.alloc(65_536, 'x')
        })(),
      ),
    ) as unknown as RequestInit['body']
  const post = (path: string, body: RequestInit['body'], type = 'text/csv') =>
    fetch(address + path, { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' } as RequestInit)

  test('reaches the handler as its fields and its bytes', async () => {
    const file = new File(['a,b\n'.repeat(100_000)], 'ä.csv')
    expect((await call()(sendForm, { body: { file, name: 'ä' } })).data).toMatchObject({ name: 'ä', bytes: 400_000 })
    expect((await call()(sendCsv, { body: file })).data).toMatchObject({ bytes: 400_000 })
    expect((await call()(sendCsv, { body: '' })).data).toMatchObject({ bytes: 0 })
  })

  test.each([
    ['fields are checked', { name: 'too long', file: 'x' }, [{ field: 'name', code: 'too_long' }]],
    ['unknown fields are named', { name: 'a', color: 'red', file: 'x' }, [{ field: 'color', code: 'unknown_field' }]],
    ['the file is required', { name: 'a' }, [{ field: 'file', code: 'required' }]],
  ])('%s', async (_, body, errors) => {
    const failure = await call()(sendForm, { body: body as never }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ status: 400, problem: { code: 'invalid_request', errors } })
  })

  test('is refused with other content, or after its file', async () => {
    expect((await post('/form', '{}', 'application/json')).status).toBe(415)
    expect((await post('/csv', '{}', 'application/json')).status).toBe(415)
    expect((await post('/form', 'x', 'multipart/form-data')).status).toBe(400)
    const form = new FormData()
    form.append('name', 'a')
    form.append('file', new Blob(['x']))
    form.append('note', 'late')
    const late = await fetch(`${address}/form`, { method: 'POST', body: form })
    expect(await late.json()).toMatchObject({ code: 'invalid_request', errors: [{ field: 'note' }] })
  })

  test('is refused beyond the limit, whether its length is announced or not', async () => {
    const { ended, failed } = { ended: seen.ended, failed: seen.failed.length }
    const announced = await post('/csv', Buffer.alloc(limit + 1, 'x'))
    expect(announced.status).toBe(413)
    expect(await announced.json()).toMatchObject({ code: 'body_too_large', parameters: { limitBytes: limit } })
    expect(seen.failed).toHaveLength(failed)
    const unannounced = await post('/csv', endless(limit + 1))
    expect(unannounced.status).toBe(413)
    expect(seen.failed.slice(failed)).toMatchObject([{ code: 'body_too_large' }])
    expect(seen.ended).toBe(ended)
    expect((await post('/csv', Buffer.alloc(limit, 'x'))).status).toBe(200)
  })

  test('answers when the handler reads no further, and takes the next request on the connection', async () => {
    const failure = await call()(sendForm, { body: { name: 'stop', file: new Blob([Buffer.alloc(limit - 1000)]) } }).catch(
      (error: unknown) => error,
    )
    expect(failure).toMatchObject({ status: 404 })
    expect((await call()(sendCsv, { body: 'a' })).data.bytes).toBe(1)
  })

  test.each([
    ['leaves', (leaving: AbortController) => leaving.abort()],
    ['is too slow', () => vi.advanceTimersByTime(60_000)],
  ])('fails for the handler when the client %s', async (_, happens) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const before = { begun: seen.begun, failed: seen.failed.length }
    const leaving = new AbortController()
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(Buffer.alloc(1000, 'x'))
        return new Promise(() => undefined)
      },
    })
    const answer = fetch(`${address}/csv`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body,
      duplex: 'half',
      signal: leaving.signal,
    } as RequestInit).catch(() => {})
    await expect.poll(() => seen.begun).toBe(before.begun + 1)
    happens(leaving)
    await answer
    await expect.poll(() => seen.failed.length).toBe(before.failed + 1)
    expect(seen.failed.at(-1)).toMatchObject({ code: 'invalid_request' })
  })
})

describe('a form', () => {
  const body = (file: string) =>
    [
      '--b\r\nContent-Disposition: form-data; name="vintage"\r\n\r\n2026 “Q1”\r\n',
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a\\"b.csv"\r\nContent-Type: text/csv\r\n\r\n',
      `${file}\r\n--b--\r\nafterwards`,
    ].join('')

  async function* arriving(bytes: Buffer, sizes: readonly number[]) {
    for (let at = 0, turn = 0; at < bytes.length; turn++) {
      const size = sizes[turn % sizes.length] || 1
      yield bytes.subarray(at, at + size)
      at += size
    }
  }

  async function read(bytes: Buffer, sizes: readonly number[], type = 'multipart/form-data; boundary=b') {
    const { file, ...fields } = await readForm(arriving(bytes, sizes), type)
    return { fields, file: Buffer.concat(await Array.fromAsync(file as AsyncIterable<Buffer>)).toString() }
  }

  test('is read the same however its bytes arrive', async () => {
    const content = fc
      .string({ unit: fc.constantFrom('\r', '\n', '-', 'b', 'ä', ','), maxLength: 60 })
      // A boundary is random in practice.
      .filter((text) => !`\r\n${text}`.includes('\r\n--b'))
    await fc.assert(
      fc.asyncProperty(content, fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }), async (file, sizes) => {
        expect(await read(Buffer.from(body(file)), sizes)).toEqual({ fields: { vintage: '2026 “Q1”' }, file })
      }),
    )
  })

  test('is never taken for whole when it is cut off', async () => {
    const whole = Buffer.from(body('1,2\n3,4\n'))
    for (let length = 0; length <= whole.lastIndexOf('--\r\n') + 1; length++) {
      await expect(read(whole.subarray(0, length), [16])).rejects.toMatchObject({ code: 'invalid_request' })
    }
  })

  test('holds no more than two chunks of its file', async () => {
    let sent = 0
    async function* large() {
      yield Buffer.from(body('').split('\r\n--b--', 1)[0] ?? '')
      for (; sent < 64 * 1024 * 1024; sent += 65_536) yield Buffer.alloc(65_536, 'x')
      yield Buffer.from('\r\n--b--')
    }
    const { file } = await readForm(large(), 'multipart/form-data; boundary="b"')
    let received = 0
    for await (const chunk of file as AsyncIterable<Buffer>) {
      received += chunk.length
      // What was taken from the connection and not yet handed on.
      expect(sent + 65_536 - received).toBeLessThanOrEqual(3 * 65_536)
    }
    expect(received).toBe(64 * 1024 * 1024)
  })

  test.each([
    ['has too many fields', `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(1)}`.repeat(30)],
    ['has a field that is too long', `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'x'.repeat(70_000)}\r\n--b--`],
    ['has endless headers', `--b\r\n${'x'.repeat(20_000)}`],
    ['has no delimiter', 'x'.repeat(20_000)],
  ])('is refused if it %s', async (_, text) => {
    await expect(read(Buffer.from(text), [1000])).rejects.toMatchObject({ code: 'invalid_request' })
  })
})
