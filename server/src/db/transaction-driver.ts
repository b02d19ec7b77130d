import { AsyncLocalStorage } from 'node:async_hooks'

import { CompiledQuery, PostgresDriver } from 'kysely'
import type { DatabaseConnection, PostgresDialectConfig, QueryResult, TransactionSettings } from 'kysely'
import { OutcomeUnknownError, isDatabaseUnavailable, wasNotSent } from './unavailable.ts'

/** What a transaction sends with its BEGIN and its COMMIT, from `withTenant` and `asOwner`. */
export interface TransactionPlan {
  readonly readOnly: boolean
  /** All its queries see the database as of the first one. */
  readonly isSnapshot: boolean
  /** The statement that sets role, tenant and actor. */
  readonly context: CompiledQuery
  /** The record and the announcement of changes, requested when the work is done and sent in the same round trip as COMMIT. */
  announcement(): readonly CompiledQuery[]
  /** Called with the results of the announcement when COMMIT is done. */
  committed(results: readonly QueryResult<object>[]): void
  /** Set by the driver on a pipelining connection: sends announcement and COMMIT behind the queries that have been sent. */
  commitNow?: () => void
}

/** The connection type that Kysely's driver requires where it can discard one. */
type PostgresConnection = Parameters<PostgresDriver['rollbackTransaction']>[0]

interface RunningPlan {
  plan: TransactionPlan
  /** Settles when BEGIN and the context are done. */
  started: Promise<unknown>
  /** Settles when the unawaited COMMIT of a reading transaction is done. */
  finished?: Promise<unknown>
  /** Settles when COMMIT is done that was sent before the answers of the last queries. */
  ending?: Promise<void>
  /** COMMIT was sent, and the connection broke before its answer. */
  isOutcomeUnknown?: true
}

/** The answer to COMMIT says less than the error of the query before it, unless there was none. */
function throwUnknownOutcome(error: unknown): void {
  if (error instanceof OutcomeUnknownError) throw error
}

const nextPlan = new AsyncLocalStorage<{ plan: TransactionPlan | undefined }>()

/** Runs `begin` so that the first transaction opened inside follows the plan. */
export function followingPlan<T>(plan: TransactionPlan, begin: () => Promise<T>): Promise<T> {
  return nextPlan.run({ plan }, begin)
}

/**
 * Kysely's driver with fewer round trips. On a pipelining connection BEGIN and the context are sent with the first query, the
 * announcement with COMMIT, and a read-only transaction returns its result without waiting for COMMIT. PostgreSQL runs
 * pipelined statements strictly in order: if the context fails, everything after it fails too. The last queries of a transaction can
 * leave with COMMIT, too (`lastly`).
 */
export class TransactionDriver extends PostgresDriver {
  readonly #running = new WeakMap<DatabaseConnection, RunningPlan>()
  readonly #isPipelining: boolean

  constructor(config: PostgresDialectConfig, isPipelining: boolean) {
    super(config)
    this.#isPipelining = isPipelining
  }

  /** Fails closed: without a plan, a query would run as the owner of the tables. */
  override async acquireConnection(options?: Parameters<PostgresDriver['acquireConnection']>[0]): Promise<DatabaseConnection> {
    if (!nextPlan.getStore()?.plan) throw new Error('A query needs a transaction of withTenant or asOwner')
    return super.acquireConnection(options)
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const next = nextPlan.getStore()
    const plan = next?.plan
    if (!next || !plan) return super.beginTransaction(connection, settings)
    next.plan = undefined // a transaction opened inside this one has no plan
    const begun = connection.executeQuery(
      CompiledQuery.raw(`begin${plan.isSnapshot ? ' isolation level repeatable read' : ''}${plan.readOnly ? ' read only' : ''}`),
    )
    if (!this.#isPipelining) await begun
    const started = Promise.all([begun, connection.executeQuery(plan.context)])
    if (!this.#isPipelining) await started
    started.catch(() => undefined) // awaited at the end of the transaction
    const running: RunningPlan = { plan, started }
    this.#running.set(connection, running)
    if (!this.#isPipelining) return
    plan.commitNow = () => {
      running.ending = this.#end(connection, running)
      running.ending.catch(() => undefined) // awaited when the answers of the last queries are there
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const running = this.#running.get(connection)
    if (!running) return super.commitTransaction(connection)
    if (running.plan.readOnly) {
      await running.started
      running.finished = connection.executeQuery(CompiledQuery.raw('commit'))
      running.finished.catch(() => undefined) // there was nothing to commit; the pool drops a broken connection
      return
    }
    return running.ending ?? this.#end(connection, running)
  }

  async #end(connection: DatabaseConnection, running: RunningPlan): Promise<void> {
    const announced = this.#announce(connection, running.plan.announcement())
    announced.catch(() => undefined)
    if (!this.#isPipelining) await announced
    const committed = super.commitTransaction(connection).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error) || wasNotSent(error)) throw error
      running.isOutcomeUnknown = true
      throw new OutcomeUnknownError('The connection broke during COMMIT', { cause: error })
    })
    await Promise.allSettled([running.started, announced, committed])
    if (running.isOutcomeUnknown) return committed
    const [, results] = await Promise.all([running.started, announced, committed])
    running.plan.committed(results)
  }

  async #announce(connection: DatabaseConnection, statements: readonly CompiledQuery[]): Promise<QueryResult<object>[]> {
    if (this.#isPipelining) return Promise.all(statements.map((statement) => connection.executeQuery<object>(statement)))
    const results: QueryResult<object>[] = []
    for (const statement of statements) results.push(await connection.executeQuery<object>(statement))
    return results
  }

  override async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    const running = this.#running.get(connection)
    // PostgreSQL rolls back at a COMMIT behind a query that failed.
    if (running?.ending) await running.ending.catch(throwUnknownOutcome)
    else if (running?.isOutcomeUnknown) return // its connection is gone
    else await super.rollbackTransaction(connection)
    // If the context itself failed, report that error, not the 25P02 of the statement after it.
    await running?.started
  }

  override async releaseConnection(connection: PostgresConnection): Promise<void> {
    const finished = this.#running.get(connection)?.finished
    this.#running.delete(connection)
    if (!finished) return super.releaseConnection(connection)
    finished.catch(() => undefined).then(() => super.releaseConnection(connection))
  }
}
