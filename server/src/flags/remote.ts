import type { Logger } from 'pino'
import { z } from 'zod'
import { tracedCall } from '../tracing/tracing.ts'
import { type FlagSubject, type ServiceFlags, noServiceFlags } from './permission-inputs.ts'

/**
 * Flags of another OFREP service (version 0.3 of the protocol): evaluated for each active principal, cached in memory, and
 * polled by ETag. While the service fails, its last values apply; for principals without values our own tables decide.
 */

export interface RemoteSettings {
  /** The base of `/ofrep/v1/…`, without a trailing slash. */
  url: string
  token: string | undefined
  pollMs: number
  timeoutMs: number
}

export interface RemoteOptions extends RemoteSettings {
  log: Logger
  keepMs: number
  tenantName(tenantId: string): Promise<string | undefined>
  /** Tells all processes that flags of this tenant changed. */
  announce(tenantId: string): Promise<void>
}

export interface RemoteFlags {
  get(tenantId: string, subject: FlagSubject): Promise<ServiceFlags>
  /** Makes the next request for this tenant call the service. */
  expire(tenantId: string): void
  close(): void
}

interface Entry {
  tenantId: string
  subject: FlagSubject
  /** Undefined until the first response. */
  flags: ServiceFlags | undefined
  etag: string | undefined
  isFresh: boolean
  usedAt: number
  asking: Promise<boolean> | undefined
}

/** Maximum principals that are polled; beyond this the least recently used is dropped. */
const mostEntries = 20_000
/** Concurrent requests while polling. */
const parallel = 8
const mostAnswerBytes = 1_048_576

const bulkAnswer = z.looseObject({ flags: z.array(z.looseObject({ key: z.string(), value: z.unknown().optional() })) })

export function createRemoteFlags(options: RemoteOptions): RemoteFlags {
  const { url, token, pollMs, timeoutMs, keepMs, log, tenantName, announce } = options
  /** In the order of last use. */
  const entries = new Map<string, Entry>()
  const tenantNames = new Map<string, string>()
  const closing = new AbortController()
  /** After a failure, requests don't wait for the service until then. */
  let restUntil = 0
  let isFailing = false
  let polling: Promise<void> | undefined

  function entryOf(tenantId: string, subject: FlagSubject): Entry {
    const key = `${tenantId}/${subject.type}/${subject.id}`
    const known = entries.get(key)
    const entry = known ?? { tenantId, subject, flags: undefined, etag: undefined, isFresh: false, usedAt: 0, asking: undefined }
    entries.delete(key)
    entries.set(key, entry)
    entry.usedAt = Date.now()
    if (!known && entries.size > mostEntries) {
      const [oldest] = entries.keys()
      if (oldest !== undefined) entries.delete(oldest)
    }
    return entry
  }

  /** Calls the service, one request at a time per principal. Returns whether the values changed. */
  function ask(entry: Entry): Promise<boolean> {
    entry.asking ??= refresh(entry).finally(() => {
      entry.asking = undefined
    })
    return entry.asking
  }

  async function refresh(entry: Entry): Promise<boolean> {
    if (Date.now() < restUntil) return false
    try {
      const answer = await evaluate(entry)
      entry.isFresh = true
      if (isFailing) log.info({ url }, 'the flag service is back')
      isFailing = false
      if (answer === 'unchanged') return false
      const before = entry.flags
      entry.flags = answer.flags
      entry.etag = answer.etag
      return before !== undefined && !areEqual(before, answer.flags)
    } catch (error) {
      if (closing.signal.aborted) return false
      restUntil = Math.max(restUntil, Date.now() + Math.min(pollMs, 5_000))
      if (!isFailing) log.warn({ err: error, url }, 'the flag service failed; its last values are used')
      isFailing = true
      return false
    }
  }

  async function evaluate(entry: Entry): Promise<'unchanged' | { flags: ServiceFlags; etag: string | undefined }> {
    const { tenantId, subject } = entry
    const context = { targetingKey: subject.id, kind: subject.type, tenantId, tenantName: await nameOf(tenantId) }
    const send = () =>
      fetch(`${url}/ofrep/v1/evaluate/flags`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(entry.etag === undefined || entry.flags === undefined ? {} : { 'if-none-match': entry.etag }),
        },
        body: JSON.stringify({ context }),
        redirect: 'error',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]),
      })
    const response = await tracedCall('POST', url, send, ({ status }) => status)
    if (response.status === 304) return 'unchanged'
    const text = await readText(response)
    if (response.status === 429) restUntil = Date.now() + retryAfterMs(response.headers.get('retry-after'))
    if (!response.ok) throw new Error(`the flag service answered ${response.status}: ${text.slice(0, 300)}`)
    const { flags } = bulkAnswer.parse(JSON.parse(text))
    // Failed single flags have no value; values of other types aren't flags of the catalog.
    const values = flags.flatMap(({ key, value }) => (typeof value === 'boolean' ? [[key, value] as const] : []))
    return { flags: new Map(values), etag: response.headers.get('etag') ?? undefined }
  }

  async function nameOf(tenantId: string): Promise<string | undefined> {
    const known = tenantNames.get(tenantId)
    if (known !== undefined) return known
    const name = await tenantName(tenantId)
    if (name !== undefined) tenantNames.set(tenantId, name)
    return name
  }

  async function poll(): Promise<void> {
    const now = Date.now()
    for (const [key, entry] of entries) if (now - entry.usedAt > keepMs) entries.delete(key)
    const queue = [...entries.values()]
    const changed = new Set<string>()
    const work = async () => {
      for (let entry = queue.pop(); entry; entry = queue.pop()) if (await ask(entry)) changed.add(entry.tenantId)
    }
    await Promise.all(Array.from({ length: parallel }, work))
    for (const tenantId of changed) await announce(tenantId)
  }

  const timer = setInterval(() => {
    polling ??= poll()
      .catch((error: unknown) => log.error({ err: error }, 'changed flags could not be announced'))
      .finally(() => {
        polling = undefined
      })
  }, pollMs)
  timer.unref()

  return {
    async get(tenantId, subject) {
      const entry = entryOf(tenantId, subject)
      if (!entry.isFresh) await ask(entry)
      return entry.flags ?? noServiceFlags
    },
    expire(tenantId) {
      for (const entry of entries.values()) if (entry.tenantId === tenantId) entry.isFresh = false
    },
    close() {
      clearInterval(timer)
      closing.abort()
    },
  }
}

async function readText(response: Response): Promise<string> {
  if (Number(response.headers.get('content-length') ?? 0) > mostAnswerBytes) throw new Error('the answer of the flag service is too large')
  return response.text()
}

/** Seconds, or a date in HTTP or ISO 8601 format; a minute by default, never more than an hour. */
function retryAfterMs(header: string | null): number {
  const seconds = Number(header ?? Number.NaN)
  const waitMs = Number.isNaN(seconds) ? Date.parse(header ?? '') - Date.now() : seconds * 1_000
  return Number.isNaN(waitMs) ? 60_000 : Math.min(Math.max(waitMs, 1_000), 3_600_000)
}

function areEqual(one: ServiceFlags, other: ServiceFlags): boolean {
  return one.size === other.size && [...one].every(([name, value]) => other.get(name) === value)
}
