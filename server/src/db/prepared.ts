import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'

import type { Compilable, CompiledQuery, QueryExecutorProvider, QueryResult, RawBuilder } from 'kysely'
import pg from 'pg'

/**
 * Prepared statements for the few queries on the path of every request or sign-in, so that PostgreSQL parses and plans them
 * once per connection. Only use them for constant texts, because a connection keeps each of them. PgBouncer in transaction mode
 * needs version 1.21 or later, with `max_prepared_statements`.
 */
const names = new Map<string, string>()

/** Marks statements with this text to be prepared. */
export function prepareText(text: string): void {
  if (!names.has(text)) names.set(text, `steward_${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`)
}

/** Executors whose statements need a plan for their values each time. */
const planning = new WeakSet<object>()

/** Statements of this executor are not prepared. */
export const planEachTime = (executor: object): void => void planning.add(executor)

/** Runs a query with a constant text as a prepared statement. */
export function executePrepared<T>(executor: Executor, query: RawBuilder<T> | Compilable<T>): Promise<QueryResult<T>> {
  const compiled = 'isRawBuilder' in query ? query.compile(executor) : query.compile()
  if (!planning.has(executor)) prepareText(compiled.sql)
  return executor.executeQuery(compiled)
}

type Executor = QueryExecutorProvider & { executeQuery<T>(query: CompiledQuery<T>): Promise<QueryResult<T>> }

/**
 * A connection that sends prepared texts by name, and all queries of one turn of the event loop in one write, so that BEGIN,
 * the context and the first query of a transaction wake the engine only once.
 */
export class PreparingClient extends pg.Client {
  // pg declares many overloads of `query`; this one passes all of them on.
  override query: pg.Client['query'] = ((config: unknown, ...rest: unknown[]) => {
    // pg's types omit the connection of a client.
    const { stream } = (this as unknown as { connection: { stream: Writable } }).connection
    stream.cork()
    process.nextTick(() => stream.uncork())
    const name = typeof config === 'string' ? names.get(config) : undefined
    const inherited = super.query as (...given: unknown[]) => unknown
    if (name === undefined) return inherited.call(this, config, ...rest)
    if (rest.length > 1) return inherited.call(this, { name, text: config, values: rest[0] }, ...rest.slice(1))
    // pg would copy a named query property by property.
    return new Promise((resolve, reject) => {
      const query = new pg.Query(config as string, rest[0] as unknown[], (error: Error | undefined, result) =>
        error ? reject(error) : resolve(result),
      )
      inherited.call(this, Object.assign(query, { name }))
    })
  }) as pg.Client['query']
}
