import type { ClientConfig } from 'pg'
import pg from 'pg'
import type { TestProject } from 'vitest/node'

import { makeTestFolder } from '../../../scripts/lib/test-folder.mjs'
import { prepareJobs } from '../background/jobs.ts'
import { startEngine } from '../db/engine.ts'
import { migrate } from '../db/migrator.ts'
import { openDatabase } from '../db/pool.ts'
import { makeTemporaryDirectory } from './temporary.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connects to the test engine as the owner; `database` is the migrated template that test databases are copied from. */
    engine: { connection: ClientConfig; administrator: ClientConfig }
  }
}

export const TEMPLATE = 'steward_template'

/** Starts one engine for the test run, with a migrated template database; stops and removes it however the run ends. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Swept after the workers have exited: the returned teardown can run while the last one is still ending.
  project.vitest.onClose(makeTestFolder())
  const dataDir = makeTemporaryDirectory('steward-test-')
  // Test data does not have to survive a crash of the machine.
  const engine = await startEngine({
    dataDir,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB' },
  })
  const owner = new pg.Client(engine.connection)
  await owner.connect()
  await owner.query(`create database ${TEMPLATE}`)
  await owner.end()
  const db = openDatabase({ ...engine.connection, database: TEMPLATE })
  await migrate(db)
  await prepareJobs(db)
  await db.close()
  project.provide('engine', { connection: engine.connection, administrator: engine.administrator })
  return () => engine.stop()
}
