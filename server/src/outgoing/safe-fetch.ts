import { Agent, type Dispatcher, request } from 'undici'
import { problem } from '@steward/contract/errors'
import { isPreviewed } from '../db/operation.ts'
import { tracedCall } from '../tracing/tracing.ts'
import { type AddressFault, AddressRefused, type OutgoingRules, checkUrl, guardedLookup, hostOf } from './address.ts'

/**
 * Fetches every URL that administrators configure: metadata, discovery, keys, tokens, webhooks.
 * Only https and public addresses are allowed, except those the operator lists. Each connection is
 * made to the address that was checked for it, every redirect is checked like the first URL, and size and time are limited.
 */
export interface SafeFetch extends FetchSafely {
  close(): Promise<void>
}

/**
 * Like `fetch`, with the body already read. Redirects are followed only for GET and HEAD; other methods return the redirect.
 * The content type is ignored.
 * @throws FetchFailed
 */
export type FetchSafely = (address: string | URL, init?: SafeFetchInit) => Promise<Response>

export interface SafeFetchInit {
  method?: string
  headers?: Headers | Record<string, string>
  body?: string | URLSearchParams | Uint8Array | ArrayBuffer | null | undefined
  signal?: AbortSignal | null | undefined
}

export type FetchFault =
  | AddressFault
  | 'too_many_redirects'
  | 'other_scheme'
  | 'too_large'
  | 'timed_out'
  | 'certificate_refused'
  | 'unreachable'
  | 'encoded'

/** A failed fetch, with the reason. */
export class FetchFailed extends Error {
  override name = 'FetchFailed'
  readonly fault: FetchFault
  /** The host of the last URL. */
  readonly host: string
  /** The system's error code, such as `CERT_HAS_EXPIRED`; empty if none exists. */
  readonly detail: string

  constructor(fault: FetchFault, host: string, { detail = '', cause }: { detail?: string; cause?: unknown } = {}) {
    super(`${host}: ${fault}${detail === '' ? '' : ` (${detail})`}`, { cause })
    this.fault = fault
    this.host = host
    this.detail = detail
  }
}

export interface SafeFetchOptions extends OutgoingRules {
  /** For the whole request: DNS, redirects, the body. */
  timeoutMs?: number
  mostBytes?: number
  mostRedirects?: number
}

const redirects = new Set([301, 302, 303, 307, 308])
const withoutBody = new Set([204, 205, 304])
/** Headers never sent to another origin. */
const secrets = ['authorization', 'cookie', 'dpop']

export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const { timeoutMs = 10_000, mostBytes = 2 * 1_048_576, mostRedirects = 3 } = options
  const agentOf = (protocol: string) =>
    new Agent({ connect: { lookup: guardedLookup(protocol, options), timeout: timeoutMs }, allowH2: false, maxHeaderSize: 32_768 })
  const agents = { 'https:': agentOf('https:'), 'http:': agentOf('http:') }

  async function fetchSafely(address: string | URL, init: SafeFetchInit = {}): Promise<Response> {
    const deadline = AbortSignal.timeout(timeoutMs)
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline
    const method = (init.method ?? 'GET').toUpperCase()
    // What is sent cannot be taken back.
    if (isPreviewed() && method !== 'GET' && method !== 'HEAD') throw problem('preview_unavailable')
    const headers = new Headers(init.headers)
    headers.delete('host')
    headers.set('accept-encoding', 'identity')
    if (init.body instanceof URLSearchParams && !headers.has('content-type')) {
      headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8')
    }
    let host = typeof address === 'string' ? (URL.parse(address)?.hostname ?? address.slice(0, 200)) : address.hostname
    try {
      let url = checkUrl(address, options)
      for (let hop = 0; ; hop += 1) {
        host = hostOf(url)
        const answer = await request(url, {
          dispatcher: agents[url.protocol === 'http:' ? 'http:' : 'https:'],
          method,
          headers: Object.fromEntries(headers),
          body: bodyOf(init.body),
          signal,
        })
        const target = redirects.has(answer.statusCode) ? locationOf(answer, url) : undefined
        if (!target || (method !== 'GET' && method !== 'HEAD')) return await readAnswer(answer, { url, host, mostBytes })
        // The rest of this response is not read; its connection is closed.
        answer.body.on('error', () => undefined).destroy()
        host = target.hostname
        if (hop >= mostRedirects) throw new FetchFailed('too_many_redirects', host)
        if (target.protocol !== url.protocol) throw new FetchFailed('other_scheme', host)
        if (target.origin !== url.origin) for (const name of secrets) headers.delete(name)
        url = checkUrl(target, options)
      }
    } catch (error) {
      if (init.signal?.aborted) throw error
      throw failureOf(error, host, deadline.aborted)
    }
  }

  const tracedFetch: typeof fetchSafely = (address, init) =>
    tracedCall(
      (init?.method ?? 'GET').toUpperCase(),
      address,
      () => fetchSafely(address, init),
      ({ status }) => status,
    )

  return Object.assign(tracedFetch, {
    async close() {
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()))
    },
  })
}

function bodyOf(body: SafeFetchInit['body']): string | Uint8Array | null {
  if (body instanceof URLSearchParams) return body.toString()
  return body instanceof ArrayBuffer ? new Uint8Array(body) : (body ?? null)
}

function locationOf({ headers }: Dispatcher.ResponseData, base: URL): URL | undefined {
  const { location } = headers
  return typeof location === 'string' ? (URL.parse(location, base.href) ?? undefined) : undefined
}

async function readAnswer(
  answer: Dispatcher.ResponseData,
  { url, host, mostBytes }: { url: URL; host: string; mostBytes: number },
): Promise<Response> {
  const { body, statusCode } = answer
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > mostBytes) {
      body.on('error', () => undefined).destroy()
      throw new FetchFailed('too_large', host)
    }
    chunks.push(chunk)
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  // Compression was not requested: a small body could expand to a huge one.
  if (!['', 'identity'].includes(headers.get('content-encoding') ?? '')) throw new FetchFailed('encoded', host)
  const response = new Response(withoutBody.has(statusCode) ? null : Buffer.concat(chunks), { status: statusCode, headers })
  Object.defineProperty(response, 'url', { value: url.href })
  return response
}

const certificateCodes = /^(CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_TLS_|HOSTNAME_MISMATCH|INVALID_|PATH_LENGTH|ERR_SSL_)/

function failureOf(error: unknown, host: string, isLate: boolean): FetchFailed {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (cause instanceof FetchFailed) return cause
    if (cause instanceof AddressRefused) return new FetchFailed(cause.fault, host, { cause: error })
  }
  if (isLate) return new FetchFailed('timed_out', host, { cause: error })
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (/TIMEOUT|TIMEDOUT/.test(code)) return new FetchFailed('timed_out', host, { cause: error })
  return new FetchFailed(certificateCodes.test(code) ? 'certificate_refused' : 'unreachable', host, { detail: code, cause: error })
}
