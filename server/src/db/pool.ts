import { Kysely, PostgresDialect } from 'kysely'
import type { PostgresPool } from 'kysely'
import pg from 'pg'

import { FreeSpace } from './free-space.ts'
import { cutOff, endWhenTold, withinLimits } from './limited-pool.ts'
import { OpenConnections } from './open-connections.ts'
import { PreparingClient } from './prepared.ts'
import { Replica } from './replica.ts'
import { statementSpans } from './statement-spans.ts'
import { currentLimits, currentWork, unhurried } from './time-limits.ts'
import { TransactionDriver } from './transaction-driver.ts'
import type { Database } from './types.ts'

// Counts and quotas stay far below 2^53; calendar dates must not become local midnights.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)

/** The open database: queries through `kysely`, streams and listening on separate connections. */
export interface Db {
  readonly kysely: Kysely<Database>
  /** Whether its connections take the next query before they answered the last. */
  readonly isPipelining: boolean
  /** Connections of requests, through a pooler if there is one. */
  readonly pool: pg.Pool
  /** Leads to the database itself. */
  readonly connection: pg.ClientConfig
  /** The pooler of requests, if there is one. */
  readonly pooler: pg.ClientConfig | undefined
  readonly space: FreeSpace
  /** Those of `connection`. */
  readonly open: OpenConnections
  /** A standby that answers some of the reads, if there is one. */
  readonly replica: Replica | undefined
  /**
   * A new connection as the owner, outside the pool, for COPY, LISTEN and long snapshots. The caller closes it. Pooled
   * connections pipeline their queries, which COPY and cursors don't support. `as` is its `application_name`.
   */
  connect(as?: string): Promise<pg.Client>
  /** The same, the way requests reach the database. */
  connectAsRequests(): Promise<pg.Client>
  close(): Promise<void>
}

/** Connection settings of a DATABASE_URL (`postgresql://user:password@host:port/database?sslmode=…`). */
export function connectionOf(databaseUrl: string): pg.ClientConfig {
  return { connectionString: databaseUrl }
}

/**
 * Opens a pool on the database as its owner. `onError` is called for idle connections that broke; the pool replaces them. Connections
 * pipeline unless `isPipelining` is false. With `pooler`, requests go there, and everything else to `connection`; with `replica`, reads that
 * allow it go there.
 */
export function openDatabase(
  connection: pg.ClientConfig,
  options: {
    maxConnections?: number
    applicationName?: string
    isPipelining?: boolean
    pooler?: pg.ClientConfig | undefined
    replica?: pg.ClientConfig | undefined
    space?: FreeSpace
    onError?: (error: Error) => void
  } = {},
): Db {
  const { isPipelining = true } = options
  const open = new OpenConnections()
  const common = { application_name: options.applicationName ?? 'steward', keepAlive: true }
  const client = { ...connection, ...common }
  const pooler = options.pooler && { ...options.pooler, ...common }
  const poolOn = (target: pg.ClientConfig, isPooler: boolean) => {
    const pool = new pg.Pool({
      ...target,
      Client: PreparingClient,
      max: options.maxConnections ?? 20,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: unhurried.connectionMs,
      pipeline: isPipelining,
      // Poolers refuse or share start-up options. The driver refuses queries without a role; this one is for what doesn't use the driver.
      ...(isPooler ? {} : { options: '-c role=steward_app' }),
    })
    pool.on('error', (error: Error & { client?: unknown }) => {
      // The whole connection with its statements: nothing for a log.
      delete error.client
      options.onError?.(error)
    })
    // A connection that breaks while it is used fails its queries; without a listener, the error would also end the process.
    pool.on('connect', (connected) => void connected.on('error', () => undefined))
    pool.on('connect', endWhenTold)
    return pool
  }
  const kyselyOn = (limited: PostgresPool) => {
    const dialect = new PostgresDialect({ pool: limited })
    return new Kysely<Database>({
      ...statementSpans(),
      dialect: {
        createAdapter: () => dialect.createAdapter(),
        createDriver: () => new TransactionDriver({ pool: limited }, isPipelining),
        createIntrospector: (db) => dialect.createIntrospector(db),
        createQueryCompiler: () => dialect.createQueryCompiler(),
      },
    })
  }
  const pool = poolOn(pooler ?? client, pooler !== undefined)
  // A pooler gives its own process IDs, and finds out itself what is gone.
  if (!pooler) pool.on('connect', (connected) => void open.add(connected))
  const kysely = kyselyOn(withinLimits(pool))
  const connectTo = async (target: pg.ClientConfig) => {
    const connected = new pg.Client({ ...target, connectionTimeoutMillis: currentLimits().connectionMs })
    connected.on('error', (error) => options.onError?.(error)) // an idle connection that breaks must not end the process
    await connected.connect()
    const forget = currentWork()?.onOver(() => cutOff(connected))
    if (forget) connected.once('end', forget)
    return connected
  }
  const standby = options.replica && { ...options.replica, ...common }
  const replica = standby && new Replica({ pool: poolOn(standby, false), kyselyOn, connect: () => connectTo(standby) })
  return {
    kysely,
    isPipelining,
    pool,
    replica,
    connection: client,
    pooler,
    open,
    space: options.space ?? new FreeSpace(undefined, 0),
    connect: async (as = common.application_name) => open.add(await connectTo({ ...client, application_name: as })),
    connectAsRequests: () => connectTo(pooler ?? client),
    async close() {
      await Promise.all([kysely.destroy(), replica?.close()])
    },
  }
}
