import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Shorter answers fit in a few packets anyway. */
const leastBytes = 4_096
/** Longer answers would keep the process from other requests: this many take about a millisecond. */
const mostBytes = 524_288

/** The fastest level of each: more would take more time than it saves on a usual line. Preferred ones first. */
const encoders: Readonly<Record<string, (text: string) => Buffer>> = {
  zstd: (text) => zstdCompressSync(text, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  br: (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (text) => gzipSync(text, { level: 1 }),
}

/**
 * Compresses a JSON answer for a client that accepts it (RFC 9110, section 12.5.3). Only for answers without secrets: the length
 * of one that has both a secret and text chosen by an attacker gives the secret away (BREACH).
 */
export async function compressAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  reply.header('vary', 'accept-encoding')
  if (typeof payload !== 'string' || reply.statusCode !== 200) return payload
  const bytes = Buffer.byteLength(payload)
  if (bytes < leastBytes || bytes > mostBytes) return payload
  const encoding = encodingFor(request.headers['accept-encoding'])
  const encode = encoding === undefined ? undefined : encoders[encoding]
  if (encoding === undefined || encode === undefined) return payload
  reply.header('content-encoding', encoding)
  reply.removeHeader('content-length')
  return encode(payload)
}

/** The preferred encoding that the client accepts, or undefined. */
function encodingFor(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const accepted = new Set<string>()
  for (const part of String(header).toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name)
  }
  return Object.keys(encoders).find((name) => accepted.has(name))
}
