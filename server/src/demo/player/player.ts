import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ProblemError, createClient } from '@steward/contract/http'
import { longestCommandWait, mostReportedJobs } from '@steward/contract/jobs/constants'
import { answerJobCommand, ingestJobs, listJobCommands } from '@steward/contract/jobs/endpoints'
import { archiveMetric } from '@steward/contract/storage/constants'
import { ingestStorage } from '@steward/contract/storage/endpoints'
import { ingestMetrics } from '@steward/contract/usage/endpoints'
import { storageReadings } from '../storage.ts'
import type { Answer, Plant } from './plant.ts'
import { type MeasuredGroup, currentUsage } from './usage.ts'

/** Plays the products of the demo company: a client of the public calls that reports jobs and usage, and follows commands. */

export interface PlayerOptions {
  /** The server's address, without a trailing slash. */
  baseUrl: string
  /** A service token with the scopes `jobs` and `metrics` for each product. */
  tokens: ProductTokens
  tenantName: string
  plant: Plant
  /** Resource groups with usage of their own. */
  measuredGroups: readonly MeasuredGroup[]
  log: Logger
  /** The clock in ms since 1970; tests pass their own. */
  now?: () => number
}

/** Service tokens by product code. */
export type ProductTokens = ReadonlyMap<string, string>

const reportMs = 2_500
const usageMs = 5 * 60_000
const firstRetryMs = 1_000
const longestRetryMs = 60_000
/** Between two waits for commands, so that a server that answers immediately isn't called without end. */
const commandPauseMs = 250

export class Player {
  readonly #options: PlayerOptions
  readonly #now: () => number
  /** Each product's calls, with its own token. */
  readonly #products: ReadonlyMap<string, ReturnType<typeof createClient>>
  readonly #stopping = new AbortController()
  readonly #answers = new Map<string, Answer>()
  #loops: Promise<void>[] = []
  #measuredGroups: readonly MeasuredGroup[]
  /** By product, the position of the last command that it was given. */
  readonly #after = new Map<string, number>()
  #nextUsageAt: number

  constructor(options: PlayerOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#measuredGroups = options.measuredGroups
    this.#nextUsageAt = this.#now() + usageMs
    const callsWith = (token: string) =>
      createClient({
        baseUrl: options.baseUrl,
        // Stopping ends what is under way, such as the wait for commands.
        fetch: (url, init) =>
          fetch(url, { ...init, signal: AbortSignal.any([this.#stopping.signal, ...(init?.signal ? [init.signal] : [])]) }),
        headers: () => ({ authorization: `Bearer ${token}` }),
      })
    this.#products = new Map([...options.tokens].map(([productCode, token]) => [productCode, callsWith(token)]))
  }

  /** Plays until it is stopped. */
  start(): void {
    const follow = [...this.#products.keys()].map((productCode) =>
      this.#repeat(() => this.#followCommandsOf(productCode, longestCommandWait), commandPauseMs),
    )
    this.#loops = [this.#repeat(() => this.report(), reportMs), ...follow]
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#loops)
  }

  /** One round: lets time go by and reports what is new. */
  async report(): Promise<void> {
    const { plant, tenantName } = this.#options
    plant.advance(this.#now())
    const reports = plant.reports(this.#now())
    for (const [productCode, own] of Map.groupBy(reports, (job) => job.productCode)) {
      const call = this.#callsOf(productCode)
      for (let from = 0; from < own.length; from += mostReportedJobs) {
        const jobs = own.slice(from, from + mostReportedJobs)
        const refused = await this.#unlessRefused(() => call(ingestJobs, { body: { tenantName, jobs } }))
        if (refused) {
          for (const { index, field } of refused) {
            const job = jobs[index]
            if (job) plant.refused(job.jobId, field === 'resourceGroupId')
          }
        } else plant.arrived(jobs, this.#now())
      }
    }
    if (this.#now() >= this.#nextUsageAt) await this.#reportUsage()
  }

  /** Answers the commands that there are for all products. */
  async followCommands(): Promise<void> {
    for (const productCode of this.#products.keys()) await this.#followCommandsOf(productCode, 0)
  }

  #callsOf(productCode: string): ReturnType<typeof createClient> {
    const call = this.#products.get(productCode)
    if (!call) throw new Error(`the demo player has no token of ${productCode}`)
    return call
  }

  /** Answers the commands that there are for a product; waits this many seconds for one. */
  async #followCommandsOf(productCode: string, wait: number): Promise<void> {
    const { plant, tenantName } = this.#options
    const call = this.#callsOf(productCode)
    const { data } = await call(listJobCommands, { query: { tenantName, after: this.#after.get(productCode) ?? 0, wait } })
    for (const command of data.items) {
      // The same again if the answer has to be sent again.
      const answer = this.#answers.get(command.commandId) ?? plant.decide(command, this.#now())
      if (!answer) continue
      this.#answers.set(command.commandId, answer)
      await this.#unlessRefused(() => call(answerJobCommand, { params: { commandId: command.commandId }, body: { tenantName, ...answer } }))
    }
    for (const { commandId } of data.items) this.#answers.delete(commandId)
    this.#after.set(productCode, data.after)
  }

  async #reportUsage(): Promise<void> {
    const { plant, tenantName } = this.#options
    const now = this.#now()
    const current = currentUsage(now, plant.sessions(now), this.#measuredGroups)
    for (const [productCode, readings] of Map.groupBy(current, (reading) => reading.productCode)) {
      const call = this.#callsOf(productCode)
      const refused = await this.#unlessRefused(() => call(ingestMetrics, { body: { tenantName, batchId: randomUUID(), readings } }))
      const gone = new Set(refused?.flatMap(({ index }) => readings[index]?.resourceGroupId ?? []))
      this.#measuredGroups = this.#measuredGroups.filter(({ resourceGroupId }) => !gone.has(resourceGroupId))
    }
    const archive = storageReadings(now).slice(-1)
    const vault = this.#callsOf(archiveMetric.productCode)
    await this.#unlessRefused(() => vault(ingestStorage, { body: { tenantName, batchId: randomUUID(), readings: archive } }))
    this.#nextUsageAt = now + usageMs
  }

  /** Entries that the server refuses, by index and field; undefined if it took all. Other failures are thrown, to be tried again. */
  async #unlessRefused(send: () => Promise<unknown>): Promise<{ index: number; field: string | undefined }[] | undefined> {
    try {
      await send()
      return undefined
    } catch (error) {
      if (!(error instanceof ProblemError) || !isRefusal(error.status)) throw error
      this.#options.log.warn({ code: error.problem.code }, 'the demo player was refused')
      return (error.problem.errors ?? []).map(({ field }) => {
        const [, index, name] = field.split('.')
        return { index: Number(index), field: name }
      })
    }
  }

  async #repeat(work: () => Promise<void>, pauseMs: number): Promise<void> {
    const { signal } = this.#stopping
    let failures = 0
    while (!signal.aborted) {
      let pause = pauseMs
      try {
        await work()
        failures = 0
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof ProblemError && error.status === 401) {
          // Its tokens have other secrets now.
          this.#options.log.info('the demo is played by another process')
          this.#stopping.abort()
          return
        }
        pause = retryAfterMs(failures++, error)
        if (failures === 1) this.#options.log.warn({ err: error }, 'the demo player could not reach the server')
      }
      // Ends with an error when it is stopped.
      await sleep(pause, undefined, { signal }).catch(() => undefined)
    }
  }
}

/** Longer after each failure, and as long as a busy server asks for. */
export function retryAfterMs(failures: number, error: unknown): number {
  const asked = error instanceof ProblemError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
  return Math.max(asked, Math.min(longestRetryMs, firstRetryMs * 2 ** failures))
}

/** What sending the same again doesn't change. */
const isRefusal = (status: number): boolean => [400, 404, 409, 422].includes(status)
