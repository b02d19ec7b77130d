import { type Transaction, sql } from 'kysely'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { z } from 'zod'
import type { Db } from '../db/pool.ts'
import type { Database } from '../db/types.ts'

/** What a task is told about the job it runs. */
export interface Job {
  id: string
  /** 1 for the first. */
  attempt: number
  isLastAttempt: boolean
}

/** A kind of work outside requests: its name and what it is given. Declared by the area it belongs to. */
export interface JobKind<P> {
  name: string
  payload: z.ZodType<P>
  /** Runs after which a failing job is given up; pauses grow from seconds to hours. */
  maxAttempts: number
}

/** A kind of job with its work. */
export interface Task {
  name: string
  /** @throws when the payload is not of the kind, or the work fails and is to be tried again. */
  run(payload: unknown, job: Job): Promise<void>
}

/** Says how jobs of a kind are done. */
export function taskFor<P>(kind: JobKind<P>, run: (payload: P, job: Job) => Promise<void>): Task {
  return { name: kind.name, run: (payload, job) => run(kind.payload.parse(payload), job) }
}

export interface ScheduledTask {
  name: string
  /** Cron expression in UTC: minute, hour, day, month, weekday. */
  cron: string
  run(): Promise<void>
}

/** Adds jobs that run when, and only when, the transaction commits. A job with a key replaces a waiting one of that key. */
export async function addJobs<P>(
  tx: Transaction<Database>,
  kind: JobKind<P>,
  payloads: readonly P[],
  options: { key?: string } = {},
): Promise<void> {
  if (payloads.length === 0) return
  await sql`select add_background_jobs(${kind.name}, ${JSON.stringify(payloads)}::jsonb, ${options.key ?? null},
                                       ${kind.maxAttempts}::integer)`.execute(tx)
}

const silent = new Logger(() => () => undefined)

/** Makes or updates the queue's tables. Call after the migrations and before the first job; safe for several processes at once. */
export async function prepareJobs(db: Db): Promise<void> {
  const pool = ownerPool(db, 1)
  try {
    await runMigrations({ pgPool: pool, logger: silent })
  } finally {
    await pool.end()
  }
}

/** Connections as the owner: the queue's tables belong to nobody's tenant, and `db.pool` sees tenants' rows only. */
export function ownerPool(db: Db, max: number, onError: (error: Error) => void = () => undefined): pg.Pool {
  const pool = new pg.Pool({ ...db.connection, max })
  // A broken idle connection is replaced by the pool; without a listener it would end the process.
  pool.on('error', onError)
  pool.on('connect', (client) => void client.on('error', onError))
  return pool
}
