import type { Logger } from 'pino'
import { prepareJobs } from './background/jobs.ts'
import type { Config } from './config.ts'
import { FreeSpace } from './db/free-space.ts'
import type { EngineError } from './db/engine-error.ts'
import { startEngine } from './db/engine.ts'
import { migrate } from './db/migrator.ts'
import { type Db, connectionOf, openDatabase } from './db/pool.ts'
import { warningsOf } from './db/own-database.ts'
import { addressesOf } from './db/pooler.ts'
import { syncFlags } from './flags/service.ts'

/** An open, migrated database: the built-in engine or the operator's own PostgreSQL. */
export interface Program {
  db: Db
  /** Closes the pool; the last process that uses the built-in engine stops it. */
  close(): Promise<void>
}

/**
 * Opens the configured database, starting the built-in engine if none is configured. With `onEngineLost` the
 * built-in engine is also started again when it dies; the callback is called where that does not help.
 * @throws {import('./db/address-error.ts').AddressError} if the server can't work with the operator's own database
 * @throws {import('./db/address-error.ts').UnreachableError} if it doesn't serve now
 * @throws {EngineError} if the engine doesn't start
 * @throws {MigrationError} if database and program don't fit together
 */
export async function openProgram(
  config: Config,
  log: Logger,
  options: { migrate?: boolean; onEngineLost?: (error: EngineError) => void } = {},
): Promise<Program> {
  const engine = config.databaseUrl ? undefined : await startEngine({ dataDir: config.dataDir, log: (message) => log.info(message) })
  const direct = config.directDatabaseUrl === undefined ? undefined : connectionOf(config.directDatabaseUrl)
  const { connection, pooler } = engine
    ? { connection: engine.connection, pooler: undefined }
    : await addressesOf(connectionOf(config.databaseUrl ?? ''), direct)
  const space = new FreeSpace(engine?.location, config.freeBytes)
  let isClosing = false
  const db = openDatabase(connection, {
    pooler,
    replica: config.replicaDatabaseUrl === undefined ? undefined : connectionOf(config.replicaDatabaseUrl),
    maxConnections: config.databaseConnections,
    space,
    onError(error) {
      // The pool is closed before its last connections are: stopping the engine breaks them.
      if (!isClosing) log.warn({ err: error }, 'a database connection broke')
    },
  })
  const close = async () => {
    isClosing = true
    space.close()
    await db.close()
    await engine?.stop()
  }
  try {
    if (options.migrate ?? true) {
      if (!engine) {
        const name = direct ? 'STEWARD_DIRECT_DATABASE_URL' : 'DATABASE_URL'
        for (const warning of await warningsOf(connection, name)) log.warn(warning)
      }
      await migrate(db, { log: (message) => log.info(message) })
      await prepareJobs(db)
      await syncFlags(db)
    }
    await space.watch()
    if (options.onEngineLost) engine?.supervise(options.onEngineLost)
  } catch (error) {
    await close()
    throw error
  }
  return { db, close }
}
