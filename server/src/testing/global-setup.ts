import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { ClientConfig } from 'pg'
import pg from 'pg'
import type { TestProject } from 'vitest/node'

import { prepareJobs } from '../background/jobs.ts'
import { startEngine } from '../db/engine.ts'
import { isAlive } from '../db/engine-users.ts'
import { migrate } from '../db/migrator.ts'
import { openDatabase } from '../db/pool.ts'
import { makeTemporaryDirectory } from './temporary.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connects to the test engine as the owner; `database` is the migrated template that test databases are copied from. */
    engine: { connection: ClientConfig; administrator: ClientConfig }
  }
}

const PREFIX = 'steward-test-'
export const TEMPLATE = 'steward_template'

/** Starts one engine for the whole test run, with a migrated template database; stops and removes it afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers()
  const dataDir = makeTemporaryDirectory(`${PREFIX}${process.pid}-`)
  // Nothing here has to survive a crash of the machine.
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
  return async () => {
    await engine.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Stops engines of test runs that were killed. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : 0
    if (pid === 0 || isAlive(pid)) continue
    const dataDir = path.join(tmpdir(), name)
    const engine = await startEngine({ dataDir }).catch(() => undefined)
    await engine?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
