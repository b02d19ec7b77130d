import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { PushPayload } from '@steward/contract/notifications/schemas'
import webPush from 'web-push'
import { AddressRefused, type OutgoingRules, guardedLookup } from '../outgoing/address.ts'
import type { PushKey } from '../secrets/secrets.ts'
import { tracedCall } from '../tracing/tracing.ts'
import { checkPushUrl } from './push-address.ts'

/** The result of a push. */
export type PushOutcome =
  | { kind: 'delivered' }
  /** The browser has unsubscribed: this address never works again. */
  | { kind: 'gone' }
  /** A retry won't help. */
  | { kind: 'refused'; reason: string }
  /** A retry can help. */
  | { kind: 'failed'; reason: string }

export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushSender {
  send(target: PushTarget, payload: PushPayload): Promise<PushOutcome>
}

/** How long the push service keeps messages for a browser that is offline. */
const keptSeconds = 24 * 60 * 60
const timeoutMs = 10_000

/** Encrypts (RFC 8291), signs (RFC 8292) and sends pushes. */
export function createPushSender({ key, subject, rules }: { key: PushKey; subject: string; rules: OutgoingRules }): PushSender {
  return {
    async send(target, payload) {
      try {
        const url = checkPushUrl(target.endpoint, rules)
        const { method, headers, body } = webPush.generateRequestDetails(
          { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
          JSON.stringify(payload),
          { vapidDetails: { subject, ...key }, TTL: keptSeconds, urgency: 'normal', contentEncoding: 'aes128gcm' },
        )
        const send = () => post(url, { method, headers, lookup: guardedLookup(url.protocol, rules) }, body)
        return outcomeOf(await tracedCall(method, url, send, (status) => status))
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        return { kind: error instanceof AddressRefused ? 'refused' : 'failed', reason }
      }
    },
  }
}

interface RequestParts {
  method: string
  headers: Record<string, string | number>
  lookup: ReturnType<typeof guardedLookup>
}

/** The status of the response; redirects aren't followed, and the body isn't read. */
function post(url: URL, parts: RequestParts, body: Buffer | null): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'http:' ? httpRequest : httpsRequest)(
      url,
      { ...parts, signal: AbortSignal.timeout(timeoutMs) },
      (response) => {
        response.resume()
        response.on('error', reject)
        response.on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

/** RFC 8030, sections 5 and 7.3. */
function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const reason = `the push service answered ${status}`
  return { kind: status === 429 || status >= 500 ? 'failed' : 'refused', reason }
}
