import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '@steward/contract/errors'
import { readForm } from './multipart.ts'
import { createPatience } from './patience.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body of an endpoint that streams, while it arrives. */
    arriving: AsyncGenerator<Buffer> | undefined
  }
}

/** Maximum size of a streamed body. */
export const streamLimit = 256 * 1024 * 1024

/** The fields and delimiters of a form with a file of the maximum size. */
const formOverhead = 64 * 1024

/**
 * Accepts bodies of one type in this scope as streams, and nothing else: `text/csv` as the stream, a form as its fields and a stream.
 * Beyond the limit the stream throws `body_too_large`, so that a handler's transaction rolls back.
 */
export function acceptStreams(scope: FastifyInstance, type: 'multipart/form-data' | 'text/csv', limit: number): void {
  const largest = type === 'text/csv' ? limit : limit + formOverhead
  const tooLarge = () => problem('body_too_large', { limitBytes: limit })
  scope.decorateRequest('arriving', undefined)
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(type, async (request: FastifyRequest, payload: Readable) => {
    if (Number(request.headers['content-length'] ?? 0) > largest) throw tooLarge()
    const bytes = bytesOf(payload, largest, tooLarge)
    request.arriving = bytes
    return type === 'text/csv' ? bytes : readForm(bytes, request.headers['content-type'] ?? '')
  })
  scope.addHook('onSend', async (request) => void discardRest(request, limit))
}

async function* bytesOf(payload: Readable, largest: number, tooLarge: () => Error): AsyncGenerator<Buffer> {
  const patience = createPatience(() => payload.destroy())
  let size = 0
  patience.wait()
  try {
    // Destroying a request would close the connection before the response is sent.
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      patience.got(chunk.length)
      size += chunk.length
      if (size > largest) throw tooLarge()
      yield chunk
      patience.wait()
    }
  } catch (error) {
    throw payload.errored || payload.destroyed ? problem('invalid_request') : error
  } finally {
    patience.end()
  }
}

/** Aborts when the client leaves before it has its response, also after it has sent everything. */
export function departureOf({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController()
  const leave = () => {
    if (!raw.writableFinished) left.abort(problem('invalid_request'))
  }
  if (raw.destroyed) leave()
  raw.once('close', leave)
  return left.signal
}

/** Reads what the handler left, within limits: browsers show a response only after they have sent the whole body. */
async function discardRest({ raw, arriving }: FastifyRequest, limit: number): Promise<void> {
  await arriving?.return(undefined)
  if (raw.readableEnded || raw.destroyed) return
  const patience = createPatience(() => raw.destroy())
  patience.wait()
  let left = limit
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    patience.got(chunk.length)
    if (left < 0) raw.destroy()
    else patience.wait()
  })
  raw.on('close', () => patience.end())
  raw.on('error', () => {}) // the client left
}
