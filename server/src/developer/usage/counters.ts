import { durationClass, durationClasses } from '@steward/contract/rules/durations'
import type { Principal } from '../../http/principal.ts'

/** One call that was answered. */
export interface AnsweredCall {
  principal: Pick<Principal, 'type' | 'tenantId' | 'id' | 'name'>
  endpointId: string
  status: number
  durationMs: number
  at: Date
  address: string
  requestId: string
}

/** What one caller asked of one endpoint within an hour. */
export interface UsageCount {
  tenantId: string
  /** Beginning of the hour, ms since 1970. */
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

/** A call of a key that was refused or failed. */
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

/** Stands for everybody who uses the console. */
export const consoleCaller = '00000000-0000-0000-0000-000000000000'
const hourMs = 3_600_000
/** Of one tenant between two writes; more of the same teaches nothing. */
const failuresAtOnce = 50

/** Counts calls in memory: a map entry for each caller and endpoint of the hour. */
export class UsageCounters {
  #counts = new Map<string, UsageCount>()
  #failures = new Map<string, Failure[]>()

  note({ principal, endpointId, status, durationMs, at, address, requestId }: AnsweredCall): void {
    const { type, tenantId } = principal
    if (type !== 'key' && type !== 'user') return
    const callerId = type === 'key' ? principal.id : consoleCaller
    const moment = at.getTime()
    const hour = moment - (moment % hourMs)
    const key = `${tenantId} ${callerId} ${endpointId} ${hour}`
    let count = this.#counts.get(key)
    if (!count) {
      const durations = Array.from({ length: durationClasses }, () => 0)
      const callerName = type === 'key' ? principal.name : ''
      const none = { calls: 0, clientErrors: 0, serverErrors: 0, durations, lastCallAt: moment }
      count = { tenantId, hour, callerType: type, callerId, callerName, endpointId, ...none }
      this.#counts.set(key, count)
    }
    count.calls++
    if (status >= 500) count.serverErrors++
    else if (status >= 400) count.clientErrors++
    const index = durationClass(durationMs)
    count.durations[index] = (count.durations[index] ?? 0) + 1
    count.lastCallAt = moment
    if (type === 'key' && status >= 400) {
      const failures = this.#failures.get(tenantId) ?? []
      this.#failures.set(tenantId, failures)
      if (failures.length < failuresAtOnce) {
        const who = { tenantId, apiKeyId: principal.id, apiKeyName: principal.name }
        failures.push({ ...who, occurredAt: moment, endpointId, status, durationMs: Math.round(durationMs), address, requestId })
      }
    }
  }

  /** What was counted since the last time. */
  take(): { counts: UsageCount[]; failures: Failure[] } {
    const taken = { counts: [...this.#counts.values()], failures: [...this.#failures.values()].flat() }
    this.#counts = new Map()
    this.#failures = new Map()
    return taken
  }

  /** Puts back what could not be written; calls counted meanwhile are added. */
  putBack({ counts, failures }: { counts: readonly UsageCount[]; failures: readonly Failure[] }): void {
    for (const old of counts) {
      const key = `${old.tenantId} ${old.callerId} ${old.endpointId} ${old.hour}`
      const newer = this.#counts.get(key)
      this.#counts.set(key, newer ? sum(old, newer) : old)
    }
    for (const failure of failures) {
      const kept = this.#failures.get(failure.tenantId) ?? []
      if (kept.length < failuresAtOnce) this.#failures.set(failure.tenantId, [...kept, failure])
    }
  }
}

const sum = (a: UsageCount, b: UsageCount): UsageCount => ({
  ...b,
  calls: a.calls + b.calls,
  clientErrors: a.clientErrors + b.clientErrors,
  serverErrors: a.serverErrors + b.serverErrors,
  durations: a.durations.map((count, index) => count + (b.durations[index] ?? 0)),
})
