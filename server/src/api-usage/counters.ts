import { durationClass, durationClasses } from '@steward/contract/rules/durations'
import type { Principal } from '../http/principal.ts'

/** One completed call. */
export interface AnsweredCall {
  principal: Pick<Principal, 'type' | 'tenantId' | 'id' | 'name'>
  endpointId: string
  status: number
  durationMs: number
  /** ms since 1970. */
  at: number
  /** Only resolved for failed calls, because checking proxies is expensive. */
  origin: () => { address: string; requestId: string }
}

/** Calls of one caller to one endpoint within an hour. */
export interface UsageCount {
  tenantId: string
  /** Start of the hour, ms since 1970. */
  hour: number
  callerType: 'key' | 'user'
  callerId: string
  callerName: string
  endpointId: string
  calls: number
  clientErrors: number
  serverErrors: number
  durations: number[]
  lastCallAt: number
}

/** A failed or refused call of a key. */
export interface Failure {
  tenantId: string
  occurredAt: number
  apiKeyId: string
  apiKeyName: string
  endpointId: string
  status: number
  durationMs: number
  address: string
  requestId: string
}

/** The caller id of all console users together. */
export const consoleCaller = '00000000-0000-0000-0000-000000000000'
const hourMs = 3_600_000
/** Maximum failures kept per tenant between two writes. */
const failuresAtOnce = 50

/** Counts calls in memory: one entry per caller and endpoint of the hour, found without building a combined key. */
export class UsageCounters {
  /** By caller, then by endpoint; users are counted per tenant. */
  #counts = new Map<string, Map<string, UsageCount>>()
  /** Entries of past hours, and entries of failed writes. */
  #earlier: UsageCount[] = []
  #failures = new Map<string, Failure[]>()

  note({ principal, endpointId, status, durationMs, at, origin }: AnsweredCall): void {
    const { type } = principal
    if (type !== 'key' && type !== 'user') return
    const count = this.#countOf(principal, type, endpointId, at - (at % hourMs))
    count.calls++
    if (status >= 500) count.serverErrors++
    else if (status >= 400) count.clientErrors++
    const index = durationClass(durationMs)
    count.durations[index] = (count.durations[index] ?? 0) + 1
    count.lastCallAt = at
    if (type === 'key' && status >= 400) this.#noteFailure({ principal, endpointId, status, durationMs, at, origin })
  }

  #countOf(principal: AnsweredCall['principal'], type: 'key' | 'user', endpointId: string, hour: number): UsageCount {
    const { tenantId, id, name } = principal
    const caller = type === 'key' ? id : tenantId
    let byEndpoint = this.#counts.get(caller)
    if (!byEndpoint) this.#counts.set(caller, (byEndpoint = new Map<string, UsageCount>()))
    const known = byEndpoint.get(endpointId)
    if (known?.hour === hour) return known
    if (known) this.#earlier.push(known)
    const durations = Array.from({ length: durationClasses }, () => 0)
    const none = { calls: 0, clientErrors: 0, serverErrors: 0, durations, lastCallAt: 0 }
    const who = type === 'key' ? { callerId: id, callerName: name } : { callerId: consoleCaller, callerName: '' }
    const count: UsageCount = { tenantId, hour, callerType: type, ...who, endpointId, ...none }
    byEndpoint.set(endpointId, count)
    return count
  }

  #noteFailure({ principal, endpointId, status, durationMs, at, origin }: AnsweredCall): void {
    const { tenantId, id, name } = principal
    const failures = this.#failures.get(tenantId) ?? []
    this.#failures.set(tenantId, failures)
    if (failures.length >= failuresAtOnce) return
    const call = { endpointId, status, durationMs: Math.round(durationMs), ...origin() }
    failures.push({ tenantId, apiKeyId: id, apiKeyName: name, occurredAt: at, ...call })
  }

  /** The counts since the last call. */
  take(): { counts: UsageCount[]; failures: Failure[] } {
    const current = [...this.#counts.values()].flatMap((byEndpoint) => [...byEndpoint.values()])
    const taken = { counts: merged([...this.#earlier, ...current]), failures: [...this.#failures.values()].flat() }
    this.#counts = new Map()
    this.#earlier = []
    this.#failures = new Map()
    return taken
  }

  /** Puts back counts of a failed write; the next `take` merges them with newer ones. */
  putBack({ counts, failures }: { counts: readonly UsageCount[]; failures: readonly Failure[] }): void {
    this.#earlier.push(...counts)
    for (const failure of failures) {
      const kept = this.#failures.get(failure.tenantId) ?? []
      if (kept.length < failuresAtOnce) this.#failures.set(failure.tenantId, [...kept, failure])
    }
  }
}

/** Merges to one entry per caller, endpoint and hour: one statement can't write the same row twice. */
function merged(counts: readonly UsageCount[]): UsageCount[] {
  const byRow = new Map<string, UsageCount>()
  for (const count of counts) {
    const row = `${count.tenantId} ${count.callerId} ${count.endpointId} ${count.hour}`
    const other = byRow.get(row)
    byRow.set(row, other ? sum(other, count) : count)
  }
  return [...byRow.values()]
}

const sum = (a: UsageCount, b: UsageCount): UsageCount => ({
  ...b,
  calls: a.calls + b.calls,
  clientErrors: a.clientErrors + b.clientErrors,
  serverErrors: a.serverErrors + b.serverErrors,
  durations: a.durations.map((count, index) => count + (b.durations[index] ?? 0)),
  lastCallAt: Math.max(a.lastCallAt, b.lastCallAt),
})
