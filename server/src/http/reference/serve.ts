import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { endpoints } from '@steward/contract/endpoints'
import { type ProtocolDescription, openApiDocument } from '../openapi/document.ts'
import { foreverCached, loadThemedSheet } from '../themed-assets.ts'
import { readGuides } from './guides.ts'
import { readerPage, readerPolicy } from './page.ts'

/** A file of the reader, which browsers check by its ETag and keep. */
interface ReaderFile {
  type: string
  etag: string
  /** By content encoding. */
  bodies: Readonly<Record<'identity' | 'gzip' | 'br', Buffer>>
}

/** The API's description at `/api/openapi.json` and a reader for it at `/api/`, which shows the guides first. */
export async function serveReference(
  app: FastifyInstance,
  options: { version: string; protocols: readonly ProtocolDescription[] },
): Promise<void> {
  const document = onFirstUse(async () => {
    const described = openApiDocument(endpoints.values(), { ...options, guides: readGuides() })
    return readerFile('application/json; charset=utf-8', Buffer.from(JSON.stringify(described)))
  })
  const scripts = new Map([
    ['scalar.js', onFirstUse(async () => readerFile(script, await scalarScript()))],
    ['reader.js', onFirstUse(() => readerFile(script, readFileSync(new URL('reader.js', import.meta.url))))],
  ])
  const themed = onFirstUse(async () => loadThemedSheet(new URL('reader.css', import.meta.url)))
  app.get('/api', (_request, reply) => reply.redirect('/api/'))
  app.get('/api/', async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': readerPolicy(nonce) })
      .type('text/html; charset=utf-8')
      .send(readerPage({ nonce, style: (await themed()).style }))
  })
  app.get('/api/openapi.json', async (request, reply) => send(await document(), request, reply))
  app.get<{ Params: { name: string } }>('/api/assets/:name', async (request, reply) => {
    const { name } = request.params
    const found = scripts.get(name)
    if (found) return send(await found(), request, reply)
    const asset = (await themed()).files.get(name)
    return asset ? reply.header('cache-control', foreverCached).type(asset.type).send(asset.content) : reply.callNotFound()
  })
}

const script = 'text/javascript; charset=utf-8'

/** Makes something when it is asked for first; most servers never show the reference. */
function onFirstUse<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}

/** The reader's script. Its plugin serves it, uncompressed; so a server of its own is asked once. */
async function scalarScript(): Promise<Buffer> {
  const { default: plugin } = await import('@scalar/fastify-api-reference')
  const inner = fastify()
  await inner.register(plugin, { routePrefix: '/reader', configuration: { url: '/api/openapi.json' } })
  const { rawPayload, statusCode } = await inner.inject('/reader/js/scalar.js')
  await inner.close()
  if (statusCode !== 200) throw new Error(`the script of the API reader answered ${statusCode}`)
  return rawPayload
}

async function readerFile(type: string, identity: Buffer): Promise<ReaderFile> {
  const [gzipped, br] = await Promise.all([
    promisify(gzip)(identity),
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  ])
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 16)}"`
  return { type, etag, bodies: { identity, gzip: gzipped, br } }
}

function send({ type, etag, bodies }: ReaderFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = (['br', 'gzip'] as const).find((one) => accepted.includes(one)) ?? 'identity'
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(type).send(bodies[encoding])
}
