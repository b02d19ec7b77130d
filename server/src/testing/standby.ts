import { chown, cp, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { engineUser } from '../db/engine-binaries.ts'
import { type Engine, startEngine } from '../db/engine.ts'
import { enginePid, stopEngine } from './engine-processes.ts'
import { makeTemporaryDirectory } from './temporary.ts'

/** A database of its own with a streaming replica, both empty. */
export interface Replicated {
  primary: Engine
  standby: Engine
  /** Holds the replica back: it receives what is written, but does not show it. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Stops the replica, so that it neither answers nor ends, until the function that is returned has been called. */
  freeze(): () => void
  /** Kills the replica with SIGKILL. */
  kill(): void
  /** Kills the primary with SIGKILL. */
  killPrimary(): void
  /** Makes the replica a primary. */
  promote(): Promise<void>
  close(): Promise<void>
}

/**
 * Test data does not have to survive a crash of the machine. Shared memory is in files of the data directory: what a killed
 * engine leaves is deleted with it.
 */
const settings = { fsync: 'off', full_page_writes: 'off', shared_buffers: '64MB', dynamic_shared_memory_type: 'mmap' }

/** With `isSynchronous`, a commit is acknowledged when the replica has it, so that no failover loses it. */
export async function startReplicated({ isSynchronous = false }: { isSynchronous?: boolean } = {}): Promise<Replicated> {
  const [dataDir, standbyDir] = [makeTemporaryDirectory('steward-primary-'), makeTemporaryDirectory('steward-standby-')]
  const made = await startEngine({ dataDir, settings })
  await made.stop()
  await copyStopped(made.location, dataDir, standbyDir)
  const primary = await startEngine({ dataDir, settings: { ...settings, ...(isSynchronous ? { synchronous_standby_names: '*' } : {}) } })
  const { host, port, user, password } = primary.administrator
  const standby = await startEngine({
    dataDir: standbyDir,
    settings: {
      ...settings,
      primary_conninfo: `host=${host} port=${port} user=${user} password=${String(password)}`,
      wal_retrieve_retry_interval: '100ms',
      hot_standby_feedback: 'on',
      max_standby_streaming_delay: '100ms',
    },
  })
  const onStandby = (statement: string) => run(standby, statement)
  const killed = new Set<string>()
  const kill = (directory: string) => {
    killed.add(directory)
    process.kill(enginePid({ dataDir: directory }), 'SIGKILL')
  }
  return {
    primary,
    standby,
    pause: () =>
      onStandby(`select pg_wal_replay_pause();
                 do $$ begin while pg_get_wal_replay_pause_state() <> 'paused' loop perform pg_sleep(0.01); end loop; end $$`),
    resume: () => onStandby('select pg_wal_replay_resume()'),
    freeze: () => stopEngine({ dataDir: standbyDir }),
    kill: () => kill(standbyDir),
    killPrimary: () => kill(dataDir),
    promote: () => onStandby('select pg_promote()'),
    async close() {
      if (!killed.has(standbyDir)) await standby.stop()
      if (!killed.has(dataDir)) await primary.stop()
    },
  }
}

/** Runs a statement as the engine's superuser. */
async function run({ administrator }: Engine, statement: string): Promise<void> {
  const client = new pg.Client(administrator)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Two standbys after a failover: one is the primary now, the other has what the primary before wrote last, and the new one never had. */
export async function startDiverged(): Promise<{ primary: Engine; replica: Engine; close(): Promise<void> }> {
  const [lostDir, primaryDir, replicaDir] = ['lost', 'promoted', 'left'].map((name) => makeTemporaryDirectory(`steward-${name}-`)) as [
    string,
    string,
    string,
  ]
  const made = await startEngine({ dataDir: lostDir, settings })
  await made.stop()
  await copyStopped(made.location, lostDir, primaryDir)
  const lost = await startEngine({ dataDir: lostDir, settings })
  for (let segment = 0; segment < 4; segment += 1) await run(lost, 'select pg_logical_emit_message(true, $$lost$$, $$$$), pg_switch_wal()')
  await lost.stop()
  await copyStopped(lost.location, lostDir, replicaDir)
  const primary = await startEngine({ dataDir: primaryDir, settings })
  await run(primary, 'select pg_promote()')
  const replica = await startEngine({ dataDir: replicaDir, settings: { ...settings, hot_standby_feedback: 'on' } })
  return {
    primary,
    replica,
    async close() {
      await replica.stop()
      await primary.stop()
    },
  }
}

/** Copies a stopped database to the data directory of its replica. */
async function copyStopped(from: string, dataDir: string, standbyDir: string): Promise<void> {
  const location = join(standbyDir, 'postgres')
  await cp(from, location, { recursive: true })
  await writeFile(join(location, 'standby.signal'), '')
  const user = await engineUser()
  if (user) {
    const names = await readdir(location, { recursive: true })
    for (const name of ['', ...names]) await chown(join(location, name), user.uid, user.gid)
  }
  const engine = JSON.parse(await readFile(join(dataDir, 'engine.json'), 'utf8')) as object
  await writeFile(join(standbyDir, 'engine.json'), JSON.stringify({ ...engine, location }))
}
