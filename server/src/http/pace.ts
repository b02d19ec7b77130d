import { hash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '@steward/contract/errors'
import type { Endpoint, Pace } from '@steward/contract/http'
import { LimitedWork, type TimeLimits, runWithin } from '../db/time-limits.ts'
import { type Claimant, FairQueue, NoPlaceError, type Place } from './fair-queue.ts'
import type { Principal } from './principal.ts'
import { sendProblem } from './problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How requests of this route are limited; those of routes without it are not, because they need no database. */
    pace?: Pace | ((request: FastifyRequest) => Pace)
  }
}

/** Time limits of requests, in milliseconds. */
export interface RequestLimits extends TimeLimits {
  /** From the first byte to the answer. */
  requestMs: number
  /** The same for exports, imports and uploads, and the limit of their statements. */
  transferMs: number
}

export interface PaceOptions {
  limits: RequestLimits
  /** Most requests in the works. */
  places: number
  /** How long a request waits for one. */
  waitMs: number
  /** Whether the database answers, known within a second. */
  isAnswering(): Promise<boolean>
}

/** How busy the server is, for metrics. */
export interface Load {
  taken: number
  waiting: number
  /** Refused since the start, because there was no place. */
  refused: number
}

/** How long a request waits for a place. A page asks for a dozen things together, and a pause of the database is shorter than this. */
export const usualWaitMs = 3_000
/** A waiting request costs a few kilobytes. */
const mostWaiting = 1_000
/** Uploads and downloads, which need the database and this process only now and then. */
const transfers = 16
/** Calls that wait for news; they need nothing while they do. */
const waits = 1_000
/** The longest such wait, besides the time of a request. */
const longestWaitMs = 60_000
/** What does not end with its connections is answered this long after its time. */
const graceMs = 500
/** Whether the database answers is known after this time. */
const checkMs = 1_000
const retryAfterSeconds = 1
/** The thread is looked at this often, and busy if it is idle for less than the rest. */
const watchedMs = 250
const busyShare = 0.8

/** A request in the works. */
interface Course {
  queue: FairQueue | undefined
  claimant: Claimant
  work: LimitedWork
  giveBack: Place | undefined
  timer: NodeJS.Timeout | undefined
  /** The client has left before its answer; the place is given back when the work is done. */
  isAbandoned: boolean
}

/** The pace of an endpoint. */
export function paceOf({ pace, media, largestBodyBytes }: Endpoint): Pace {
  if (pace) return pace
  if (media?.response || media?.streams) return 'transfer'
  return largestBodyBytes === undefined ? 'request' : 'long'
}

/**
 * Limits requests of routes with a `pace`: how many are in the works, shared fairly among tenants and people
 * (`fair-queue.ts`), and how long each of them takes. Without a place in time they are refused before anything is done. A body
 * arrives without a place, so that slow clients take none; those of transfers need one. A caller whose token was not known needs
 * one for its check, and then one of its tenant.
 */
export function limitRequests(app: FastifyInstance, { limits, places, waitMs, isAnswering }: PaceOptions): { load(): Load } {
  // What transfers and waits take is not the time of this thread.
  const queue = (count: number, isBusy = () => false) => new FairQueue({ places: count, waiting: mostWaiting, waitMs, isBusy })
  const queues = { request: queue(places, threadWatch()), transfer: queue(transfers), wait: queue(waits) }
  const queueOf: Record<Pace, FairQueue | undefined> = { ...queues, long: queues.request, always: undefined }
  const long = { statementMs: limits.transferMs, lockMs: limits.transferMs, connectionMs: limits.connectionMs }
  const timeOf: Record<Pace, { limits: TimeLimits; totalMs: number }> = {
    request: { limits, totalMs: limits.requestMs },
    always: { limits, totalMs: limits.requestMs },
    wait: { limits, totalMs: limits.requestMs + longestWaitMs },
    long: { limits: long, totalMs: limits.transferMs },
    transfer: { limits: long, totalMs: limits.transferMs },
  }
  const courses = new WeakMap<FastifyRequest, Course>()
  const callers = new KnownCallers()
  let refused = 0

  function enter(course: Course, proceed: (error?: Error) => void): void {
    const place = course.queue?.enter(course.claimant)
    if (!(place instanceof Promise)) {
      course.giveBack = place
      return runWithin(course.work, proceed)
    }
    place.then(
      (giveBack) => {
        course.giveBack = giveBack
        // Nothing is done for a client that has left while it waited.
        if (course.isAbandoned) proceed(problem('overloaded', { retryAfterSeconds }))
        else runWithin(course.work, proceed)
      },
      (error: unknown) => {
        if (error instanceof NoPlaceError) refused++
        proceed(error instanceof NoPlaceError ? problem('overloaded', { retryAfterSeconds }) : (error as Error))
      },
    )
  }

  function finish(request: FastifyRequest): void {
    const course = courses.get(request)
    if (!course) return
    clearTimeout(course.timer)
    course.timer = undefined
    course.work.answer()
    course.giveBack?.()
  }

  function endInTime(request: FastifyRequest, reply: FastifyReply, course: Course, totalMs: number): void {
    const end = () => {
      course.work.end()
      course.timer = setTimeout(() => {
        if (!reply.sent) sendProblem(request, reply, problem('took_too_long', { retryAfterSeconds }))
      }, graceMs)
    }
    // What can take long goes on for as long as the database answers.
    const checkedMs = Math.max(checkMs, limits.requestMs - checkMs)
    const check = async (leftMs: number) => {
      const goesOn = await isAnswering()
      if (course.timer === undefined) return // it has its answer
      if (goesOn) waitFor(leftMs)
      else end()
    }
    function waitFor(leftMs: number): void {
      course.timer = leftMs <= limits.requestMs ? setTimeout(end, leftMs) : setTimeout(() => void check(leftMs - checkedMs), checkedMs)
    }
    waitFor(totalMs)
  }

  app.addHook('onRequest', (request, reply, proceed) => {
    const { pace: wanted } = request.routeOptions.config
    if (wanted === undefined) return proceed()
    const pace = typeof wanted === 'function' ? wanted(request) : wanted
    const time = timeOf[pace]
    const course: Course = {
      queue: queueOf[pace],
      claimant: callers.claimantOf(request),
      work: new LimitedWork(time.limits),
      giveBack: undefined,
      timer: undefined,
      isAbandoned: false,
    }
    courses.set(request, course)
    endInTime(request, reply, course, time.totalMs)
    reply.raw.once('close', () => {
      if (reply.sent) finish(request)
      else course.isAbandoned = true
    })
    enter(course, proceed)
  })
  app.addHook('preParsing', (request, _reply, payload, proceed) => {
    const course = courses.get(request)
    if (!course) return proceed(null, payload)
    const { claimant } = course
    course.claimant = callers.remember(request) ?? claimant
    const arrivesWithoutPlace = course.queue !== queues.transfer && hasBody(request)
    if (arrivesWithoutPlace || course.claimant !== claimant) {
      course.giveBack?.()
      course.giveBack = undefined
    }
    proceed(null, payload)
  })
  app.addHook('preValidation', (request, _reply, proceed) => {
    const course = courses.get(request)
    if (!course) return proceed()
    if (course.giveBack || !course.queue) return runWithin(course.work, proceed)
    enter(course, proceed)
  })
  app.addHook('onSend', async (request) => {
    if (courses.get(request)?.isAbandoned) finish(request)
  })
  app.addHook('onResponse', async (request) => finish(request))

  return {
    load() {
      const all = Object.values(queues)
      const sum = (of: (one: FairQueue) => number) => all.reduce((total, one) => total + of(one), 0)
      return { taken: sum(({ taken }) => taken), waiting: sum(({ waiting }) => waiting), refused }
    },
  }
}

/** Whether the one thread of the program had hardly an idle moment lately. */
function threadWatch(): () => boolean {
  let [from, until, isBusy] = [performance.eventLoopUtilization(), performance.now(), false]
  return () => {
    const now = performance.now()
    if (now - until < watchedMs) return isBusy
    isBusy = performance.eventLoopUtilization(from).utilization > busyShare
    ;[from, until] = [performance.eventLoopUtilization(), now]
    return isBusy
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Whose requests these are, as known before the token is checked: by the tokens that were valid lately. Others count for their
 * address, in the share of all who are unknown, so that no one gets a larger share with invented tokens.
 */
class KnownCallers {
  readonly #claimants = new Map<string, Claimant>()
  readonly #most = 10_000

  claimantOf(request: FastifyRequest): Claimant {
    const key = keyOf(request)
    return (key === undefined ? undefined : this.#claimants.get(key)) ?? { tenant: 'unknown', principal: request.ip }
  }

  /** Notes whose the token is, now that it was checked. */
  remember(request: FastifyRequest): Claimant | undefined {
    const key = keyOf(request)
    if (!request.principal || key === undefined) return undefined
    const claimant = this.#claimants.get(key) ?? claimantOf(request.principal)
    // The map keeps its order: the one used longest ago is the first.
    this.#claimants.delete(key)
    this.#claimants.set(key, claimant)
    const [oldest] = this.#claimants.keys()
    if (this.#claimants.size > this.#most && oldest !== undefined) this.#claimants.delete(oldest)
    return claimant
  }
}

const claimantOf = ({ tenantId, type, id }: Principal): Claimant => ({ tenant: tenantId, principal: `${type} ${id}` })

function keyOf({ headers }: FastifyRequest): string | undefined {
  return headers.authorization === undefined ? undefined : hash('sha256', headers.authorization, 'base64')
}
