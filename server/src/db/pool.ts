import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

import { FreeSpace } from './free-space.ts'
import { cutOff, withinLimits } from './limited-pool.ts'
import { PreparingClient } from './prepared.ts'
import { currentLimits, currentWork, unhurried } from './time-limits.ts'
import { TransactionDriver } from './transaction-driver.ts'
import type { Database } from './types.ts'

// Counts and quotas stay far below 2^53; calendar dates must not become local midnights.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)

/** The open database: queries through `kysely`, streams and listening on separate connections. */
export interface Db {
  readonly kysely: Kysely<Database>
  readonly pool: pg.Pool
  readonly connection: pg.ClientConfig
  readonly space: FreeSpace
  /**
   * A new connection as the owner, outside the pool, for COPY, LISTEN and long snapshots. The caller closes it. Pooled
   * connections pipeline their queries, which COPY and cursors don't support.
   */
  connect(): Promise<pg.Client>
  close(): Promise<void>
}

/** Connection settings of a DATABASE_URL (`postgresql://user:password@host:port/database?sslmode=…`). */
export function connectionOf(databaseUrl: string): pg.ClientConfig {
  return { connectionString: databaseUrl }
}

/**
 * Opens a pool on the database as its owner. `onError` is called for idle connections that broke; the pool replaces them. Connections
 * pipeline unless `isPipelining` is false.
 */
export function openDatabase(
  connection: pg.ClientConfig,
  options: {
    maxConnections?: number
    applicationName?: string
    isPipelining?: boolean
    space?: FreeSpace
    onError?: (error: Error) => void
  } = {},
): Db {
  const { isPipelining = true } = options
  const client = { ...connection, application_name: options.applicationName ?? 'steward', keepAlive: true }
  const pool = new pg.Pool({
    ...client,
    Client: PreparingClient,
    max: options.maxConnections ?? 20,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: unhurried.connectionMs,
    pipeline: isPipelining,
    // Fail closed: a query outside withTenant and asOwner runs as the role that sees nothing without a tenant.
    options: '-c role=steward_app',
  })
  pool.on('error', (error) => options.onError?.(error))
  // A connection that breaks while it is used fails its queries; without a listener, the error would also end the process.
  pool.on('connect', (connected) => void connected.on('error', () => undefined))
  const dialect = new PostgresDialect({ pool })
  const kysely = new Kysely<Database>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => new TransactionDriver({ pool: withinLimits(pool) }, isPipelining),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  })
  return {
    kysely,
    pool,
    connection: client,
    space: options.space ?? new FreeSpace(undefined, 0),
    async connect() {
      const connected = new pg.Client({ ...client, connectionTimeoutMillis: currentLimits().connectionMs })
      connected.on('error', (error) => options.onError?.(error)) // an idle connection that breaks must not end the process
      await connected.connect()
      const forget = currentWork()?.onOver(() => cutOff(connected))
      if (forget) connected.once('end', forget)
      return connected
    },
    async close() {
      await kysely.destroy()
    },
  }
}
