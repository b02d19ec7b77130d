import { EventEmitter, once } from 'node:events'
import {
  type Runner,
  type Task as WorkerTask,
  type WorkerEventMap,
  type WorkerEvents,
  Logger,
  parseCronItems,
  run,
  runOnce,
} from 'graphile-worker'
import type pg from 'pg'
import type { Logger as Log } from 'pino'
import type { Db } from '../db/pool.ts'
import { Operation, runOperation } from '../db/operation.ts'
import { within } from '../db/within.ts'
import { traced } from '../tracing/tracing.ts'
import { type ScheduledTask, type Task, ownerPool } from './jobs.ts'
import { type Presence, keepPresence } from './presence.ts'

export interface BackgroundOptions {
  db: Db
  log: Log
  tasks: readonly Task[]
  schedule: readonly ScheduledTask[]
  /** Jobs that run concurrently in this process. */
  concurrency?: number
}

/** The workers of this process. Every process can run them: each job runs in one of them. */
export interface Background {
  start(): Promise<void>
  /** Finishes running jobs. */
  stop(): Promise<void>
  /** Runs every due job before it resolves: for tests and commands. */
  runDue(): Promise<void>
  /** Runs scheduled work now, whether or not it is due. */
  runScheduled(name: string): Promise<void>
  /** The jobs of all processes; undefined if the database doesn't say within a second, or the workers haven't started. */
  queue(): Promise<Queue | undefined>
  /** How attempts in this process ended since its start, by task. */
  readonly finished: ReadonlyMap<string, Readonly<Outcomes>>
}

export interface Queue {
  due: number
  running: number
  /** Scheduled, or waiting for the next attempt. */
  later: number
  /** Failed as often as they are tried; they stay in the queue. */
  givenUp: number
  oldestDueSeconds: number
}

export interface Outcomes {
  done: number
  failed: number
}

const countJobs = `
  select count(*) filter (where is_available and run_at <= now()) as due, count(*) filter (where locked_at is not null) as running,
         count(*) filter (where is_available and run_at > now()) as later,
         count(*) filter (where locked_at is null and attempts >= max_attempts) as "givenUp",
         coalesce(extract(epoch from now() - min(run_at) filter (where is_available and run_at <= now())), 0)::float8 as "oldestDueSeconds"
    from graphile_worker._private_jobs`

const usualConcurrency = 6
/** Connections beside those of jobs: presence, listening and the schedule. */
const otherConnections = 3
const restartAfterMs = 1_000
const dayMs = 86_400_000
const queueLimitMs = 1_000

/**
 * The next start catches up on daily work that was missed, and retries it if it failed: a server that is off at night would
 * never do it. More frequent work runs again soon anyway.
 */
function optionsOf({ name, cron }: ScheduledTask) {
  const [, hour] = cron.split(' ')
  const isDaily = hour !== '*'
  return { backfillPeriod: isDaily ? dayMs : 0, maxAttempts: isDaily ? 5 : 1, jobKey: `schedule:${name}` }
}

export function createBackground({ db, log, tasks, schedule, concurrency = usualConcurrency }: BackgroundOptions): Background {
  const taskList: Record<string, WorkerTask> = {}
  const finished = new Map<string, Outcomes>()
  const add = (name: string, run: WorkerTask) => {
    const outcomes: Outcomes = { done: 0, failed: 0 }
    finished.set(name, outcomes)
    taskList[name] = async (payload, helpers) => {
      let outcome: keyof Outcomes = 'failed'
      const attributes = { 'steward.task': name, 'steward.attempt': helpers.job.attempts }
      try {
        await traced(`job ${name}`, { kind: 'consumer', attributes }, async () => run(payload, helpers))
        outcome = 'done'
      } finally {
        outcomes[outcome]++
      }
    }
  }
  for (const task of tasks) {
    add(task.name, async (payload, { job }) => {
      const { id, attempts, max_attempts: most } = job
      const run = () => task.run(payload, { id, attempt: attempts, isLastAttempt: attempts >= most })
      await runOperation(new Operation(task.name), run)
    })
  }
  for (const scheduled of schedule) add(scheduled.name, () => runOperation(new Operation(scheduled.name), scheduled.run))
  const cronItems = schedule.map((scheduled) => ({
    task: scheduled.name,
    match: scheduled.cron,
    identifier: scheduled.name,
    options: optionsOf(scheduled),
  }))
  const logger = loggerTo(log)
  let pool: pg.Pool | undefined
  let runner: Runner | undefined
  let presence: Presence | undefined
  let again: NodeJS.Timeout | undefined
  let isStopping = false

  async function startOn(own: pg.Pool): Promise<void> {
    const events: WorkerEvents = new EventEmitter()
    const created = once(events, 'pool:create')
    const started = await run({
      pgPool: own,
      events,
      concurrency,
      taskList,
      parsedCronItems: parseCronItems(cronItems),
      noHandleSignals: true,
      logger,
    })
    runner = started
    // The queue gives up when the database is away for long.
    const broke = started.promise.catch((error: unknown) => {
      log.warn({ err: error }, 'the background workers stopped; they are restarted')
      return 'broke' as const
    })
    try {
      // `workerPool.id` is what the queue writes on the jobs of this process.
      const [{ workerPool }] = (await created) as [WorkerEventMap['pool:create']]
      presence = await keepPresence(own, workerPool.id, log)
      for (const { name, atStart } of schedule) {
        if (atStart === true) await started.addJob(name, {}, { jobKey: `start:${name}`, maxAttempts: 1 })
      }
    } catch (error) {
      // They start again as a whole, not beside themselves.
      await started.stop().catch(() => undefined)
      throw error
    }
    void broke.then((end) => end === 'broke' && restartOn(own))
  }

  function restartOn(own: pg.Pool): void {
    if (isStopping) return
    again = setTimeout(() => {
      const ended = presence
      presence = undefined
      Promise.resolve(ended?.close())
        .then(() => startOn(own))
        .catch(() => restartOn(own))
    }, restartAfterMs)
  }

  return {
    async start() {
      isStopping = false
      // Separate connections, because waiting workers must not use those of requests.
      pool = ownerPool(db, concurrency + otherConnections, (error) =>
        log.warn({ err: error }, 'a connection of the background workers broke'),
      )
      await startOn(pool)
    },
    async stop() {
      isStopping = true
      clearTimeout(again)
      await runner?.stop().catch(() => undefined)
      await presence?.close()
      await pool?.end()
      presence = undefined
      runner = undefined
      pool = undefined
    },
    async runDue() {
      const own = ownerPool(db, 2)
      try {
        await runOnce({ pgPool: own, taskList, noHandleSignals: true, logger })
      } finally {
        await own.end()
      }
    },
    async runScheduled(name) {
      const scheduled = schedule.find((candidate) => candidate.name === name)
      if (!scheduled) throw new Error(`Nothing is scheduled as ${name}`)
      await scheduled.run()
    },
    async queue() {
      const counted = pool?.query<Queue>(countJobs)
      return (
        counted &&
        within(
          queueLimitMs,
          counted.then(({ rows }) => rows[0]),
        ).catch(() => undefined)
      )
    },
    finished,
  }
}

/** Sends the queue's messages to our log; messages about single jobs are logged as debug. */
export function loggerTo(log: Log): Logger {
  return new Logger(({ jobId, taskIdentifier }) => (level, message, meta) => {
    const fields = { jobId, task: taskIdentifier, ...(meta?.['error'] ? { err: meta['error'] } : {}) }
    if (level === 'error') log.error(fields, message)
    else if (level === 'warning') log.warn(fields, message)
    else log.debug(fields, message)
  })
}
