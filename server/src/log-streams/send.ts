import { connect } from 'node:tls'
import type { DeliveryFault, LogStreamFormat, LogStreamKind } from '@steward/contract/log-streams/constants'
import { AddressRefused, type OutgoingRules, checkUrl, guardedLookup, hostOf } from '../outgoing/address.ts'
import { FetchFailed, type FetchFault, type SafeFetch } from '../outgoing/safe-fetch.ts'
import { traced } from '../tracing/tracing.ts'
import type { OcsfEvent } from './ocsf.ts'
import { signedHeaders } from './signature.ts'
import { syslogFrame } from './syslog.ts'

export interface Destination {
  kind: LogStreamKind
  address: string
  format: LogStreamFormat
  /** Those that sign now; none if they cannot be opened. */
  secrets: readonly string[]
}

export interface Batch {
  id: string
  events: readonly OcsfEvent[]
}

export type Sent =
  | { outcome: 'success'; status: number | null }
  | { outcome: 'failure'; status: number | null; fault: DeliveryFault; detail: string }

export type Send = (destination: Destination, batch: Batch, signal?: AbortSignal) => Promise<Sent>

/** Less than the time that a call of the API has. */
export const sendTimeoutMs = 8_000

/** The URL that the rules for outgoing calls check: a syslog server is checked like an https server. */
export const urlOfDestination = ({ kind, address }: Pick<Destination, 'kind' | 'address'>): string =>
  kind === 'webhook' ? address : `https://${address}`

/** Sends a batch to where a tenant's administrator wants it. It never throws, but for an abort. */
export function createSend({ fetch, rules, now }: { fetch: SafeFetch; rules: OutgoingRules; now: () => Date }): Send {
  async function postWebhook({ address, format, secrets }: Destination, { id, events }: Batch, signal?: AbortSignal): Promise<Sent> {
    if (secrets.length === 0) return { outcome: 'failure', status: null, fault: 'secret', detail: '' }
    const isLines = format === 'lines'
    const body = isLines ? events.map((event) => `${JSON.stringify(event)}\n`).join('') : JSON.stringify(events)
    const post = () =>
      fetch(address, {
        method: 'POST',
        headers: {
          'content-type': isLines ? 'application/jsonl' : 'application/json',
          'user-agent': 'Steward-Log-Streams',
          ...signedHeaders({ id, sentAt: now(), body }, secrets),
        },
        body,
        signal,
      })
    // The receiver can close a connection in the moment in which it is used again.
    const answer = await post().catch((error: unknown) => {
      if (error instanceof FetchFailed && cutOffCodes.has(error.detail)) return post()
      throw error
    })
    if (answer.ok) return { outcome: 'success', status: answer.status }
    return { outcome: 'failure', status: answer.status, fault: 'status', detail: '' }
  }

  async function sendSyslog({ address }: Destination, { events }: Batch, signal?: AbortSignal): Promise<Sent> {
    const url = checkUrl(`https://${address}`, rules)
    const attributes = { 'server.address': hostOf(url) }
    await traced('syslog', { kind: 'client', attributes }, () => writeOverTls(url, rules, events.map(syslogFrame).join(''), signal))
    return { outcome: 'success', status: null }
  }

  return async (destination, batch, signal) => {
    try {
      return await (destination.kind === 'webhook' ? postWebhook : sendSyslog)(destination, batch, signal)
    } catch (error) {
      if (signal?.aborted) throw error
      return { outcome: 'failure', status: null, ...faultOf(error) }
    }
  }
}

/** Resolves when the other side has closed its half after reading everything: syslog has no answer (RFC 5425, section 4.4). */
function writeOverTls(url: URL, rules: OutgoingRules, text: string, signal?: AbortSignal): Promise<void> {
  const host = hostOf(url)
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(url.port || defaultSyslogPort),
      lookup: guardedLookup('https:', rules),
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    })
    const end = (error?: Error) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      socket.destroy()
      if (error) reject(error)
      else resolve()
    }
    const abort = () => end(new Error('aborted'))
    const timer = setTimeout(() => end(new FetchFailed('timed_out', host)), sendTimeoutMs)
    signal?.addEventListener('abort', abort)
    socket.once('secureConnect', () => socket.end(text))
    socket.on('error', end)
    socket.once('end', () => end(socket.writableFinished ? undefined : new FetchFailed('unreachable', host)))
    socket.resume()
  })
}

const defaultSyslogPort = 6_514
const cutOffCodes: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

const faults: Record<FetchFault, DeliveryFault> = {
  malformed: 'address',
  not_https: 'address',
  has_credentials: 'address',
  not_public: 'address',
  unknown_host: 'unknown_host',
  too_many_redirects: 'status',
  other_scheme: 'status',
  too_large: 'status',
  encoded: 'status',
  timed_out: 'timeout',
  certificate_refused: 'certificate',
  unreachable: 'unreachable',
}

const certificateCodes = /^(CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_TLS_|ERR_SSL_)/

function faultOf(error: unknown): { fault: DeliveryFault; detail: string } {
  if (error instanceof FetchFailed || error instanceof AddressRefused) {
    return { fault: faults[error.fault], detail: error instanceof FetchFailed ? error.detail : '' }
  }
  const detail = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  return { fault: certificateCodes.test(detail) ? 'certificate' : 'unreachable', detail }
}
