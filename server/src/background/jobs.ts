import { type Transaction, sql } from 'kysely'
import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import type { z } from 'zod'
import type { Db } from '../db/pool.ts'
import { executePrepared } from '../db/prepared.ts'
import { unhurried } from '../db/time-limits.ts'
import type { Database } from '../db/types.ts'
import { QueueClient, QueuePool } from './queue-client.ts'

/** Information about the running job for its handler. */
export interface Job {
  id: string
  /** 1 for the first. */
  attempt: number
  isLastAttempt: boolean
}

/** A kind of background job: its name and payload. Declared by the area it belongs to. */
export interface JobKind<P> {
  name: string
  payload: z.ZodType<P>
  /** Attempts after which a failing job is given up; delays grow from seconds to hours. */
  maxAttempts: number
  /** Jobs of a queue run one after the other, in all processes together; without one, they only wait for a worker. */
  queueOf?: (payload: P) => string
}

/** A kind of job with its handler. */
export interface Task {
  name: string
  /** @throws if the payload is invalid, or the work fails and should be retried */
  run(payload: unknown, job: Job): Promise<void>
}

/** Defines the handler for a kind of job. */
export function taskFor<P>(kind: JobKind<P>, run: (payload: P, job: Job) => Promise<void>): Task {
  return { name: kind.name, run: (payload, job) => run(kind.payload.parse(payload), job) }
}

export interface ScheduledTask {
  name: string
  /** Cron expression in UTC: minute, hour, day, month, weekday. */
  cron: string
  /** Also runs whenever a process starts its workers. */
  atStart?: boolean
  run(): Promise<void>
}

/**
 * Adds jobs that run if, and only if, the transaction commits. A job with a key replaces a waiting one with the same key. Those of a long
 * list let jobs of others pass.
 */
export async function addJobs<P>(
  tx: Transaction<Database>,
  kind: JobKind<P>,
  payloads: readonly P[],
  options: { key?: string } = {},
): Promise<void> {
  if (payloads.length === 0) return
  await executePrepared(
    tx,
    sql`select queue_background_jobs(${kind.name}, ${JSON.stringify(payloads)}::jsonb, ${options.key ?? null}, ${kind.maxAttempts}::integer,
                                     ${kind.queueOf ? payloads.map(kind.queueOf) : null}::text[])`,
  )
}

const silent = new Logger(() => () => undefined)

/** Creates or updates the queue's tables. Call after the migrations and before the first job; safe for concurrent processes. */
export async function prepareJobs(db: Db): Promise<void> {
  const pool = ownerPool(db, 1)
  try {
    await runMigrations({ pgPool: pool, logger: silent })
  } finally {
    await pool.end()
  }
}

/** Connections as the owner: the queue's tables belong to no tenant, and `db.pool` only sees rows of tenants. */
export function ownerPool(db: Db, max: number, onError: (error: Error) => void = () => undefined): pg.Pool {
  const pool = new QueuePool({ ...db.connection, max, Client: QueueClient, connectionTimeoutMillis: unhurried.connectionMs })
  // The pool replaces a broken idle connection; without a listener the error would end the process.
  pool.on('error', onError)
  pool.on('connect', (client) => void db.open.add(client).on('error', onError))
  return pool
}
