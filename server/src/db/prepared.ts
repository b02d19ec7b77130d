import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'

import type { Compilable, CompiledQuery, QueryExecutorProvider, QueryResult, RawBuilder } from 'kysely'
import pg from 'pg'

/**
 * Prepared statements for the few queries that every request or sign-in waits for: PostgreSQL then parses and plans them
 * once a connection. Only texts that never vary belong here, because a connection keeps each of them. Behind PgBouncer in
 * transaction mode this needs its version 1.21 or later, with `max_prepared_statements`.
 */
const names = new Map<string, string>()

/** Lets a statement of this text be prepared from now on. */
export function prepareText(text: string): void {
  if (!names.has(text)) names.set(text, `steward_${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`)
}

/** Runs a query whose text is always the same as a prepared statement. */
export function executePrepared<T>(executor: Executor, query: RawBuilder<T> | Compilable<T>): Promise<QueryResult<T>> {
  const compiled = 'isRawBuilder' in query ? query.compile(executor) : query.compile()
  prepareText(compiled.sql)
  return executor.executeQuery(compiled)
}

type Executor = QueryExecutorProvider & { executeQuery<T>(query: CompiledQuery<T>): Promise<QueryResult<T>> }

/**
 * A connection that sends prepared texts by name, and all queries of one turn of the event loop in one write: BEGIN, the
 * context and the first query of a transaction wake the engine once.
 */
export class PreparingClient extends pg.Client {
  // pg declares `query` with many overloads; this one passes all of them on.
  override query: pg.Client['query'] = ((config: unknown, ...rest: unknown[]) => {
    // pg's types leave out the connection under a client.
    const { stream } = (this as unknown as { connection: { stream: Writable } }).connection
    stream.cork()
    process.nextTick(() => stream.uncork())
    const name = typeof config === 'string' ? names.get(config) : undefined
    const inherited = super.query as (...given: unknown[]) => unknown
    return name === undefined
      ? inherited.call(this, config, ...rest)
      : inherited.call(this, { name, text: config, values: rest[0] }, ...rest.slice(1))
  }) as pg.Client['query']
}
