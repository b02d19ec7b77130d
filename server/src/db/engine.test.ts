import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { startEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import { isAlive } from './engine-users.ts'

let directory: string
let dataDir: string
const children: ChildProcess[] = []

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'steward-engine-'))
  await chmod(directory, 0o755)
  dataDir = path.join(directory, 'data')
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  if (await stat(dataDir).catch(() => undefined)) await (await startEngine({ dataDir })).stop()
  await rm(directory, { recursive: true, force: true })
})

interface EngineUser {
  /** 'started' or 'adopted'. */
  how: string
  acknowledged: number[]
  /** Waits for this many acknowledged numbers. */
  reach(count: number): Promise<void>
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

async function startUser(): Promise<EngineUser> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../testing/engine-user.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const exited = once(child, 'exit')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const acknowledged: number[] = []
  const how = String((await lines.next()).value)
  return {
    how,
    acknowledged,
    async reach(count) {
      while (acknowledged.length < count) acknowledged.push(Number((await lines.next()).value))
    },
    async end(signal) {
      child.kill(signal)
      for (let line = await lines.next(); !line.done; line = await lines.next()) acknowledged.push(Number(line.value))
      await exited
    },
  }
}

async function enginePid(): Promise<number> {
  return Number((await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

async function notes(engine: Engine): Promise<number[]> {
  const client = new pg.Client(engine.connection)
  await client.connect()
  const { rows } = await client.query<{ n: string }>('select n::text from note')
  await client.end()
  return rows.map((row) => Number(row.n))
}

describe('the embedded engine', () => {
  test('survives kill -9 of its user, is adopted, and keeps every acknowledged change', async () => {
    const user = await startUser()
    await user.reach(50)
    await user.end('SIGKILL')
    const pid = await enginePid()
    expect(isAlive(pid)).toBe(true)
    const engine = await startEngine({ dataDir })
    expect(engine.adopted).toBe(true)
    expect(await notes(engine)).toEqual(expect.arrayContaining(user.acknowledged))
    await engine.stop()
    expect(isAlive(pid)).toBe(false)
  })

  test('recovers after kill -9 of itself as well', async () => {
    const user = await startUser()
    await user.reach(50)
    process.kill(await enginePid(), 'SIGKILL')
    await user.end('SIGKILL')
    const engine = await startEngine({ dataDir })
    expect(engine.adopted).toBe(false)
    expect(await notes(engine)).toEqual(expect.arrayContaining(user.acknowledged))
    await engine.stop()
  })

  test('is started again when it dies, and gives up when that does not help', async () => {
    const lost = Promise.withResolvers<Error>()
    const engine = await startEngine({ dataDir })
    engine.supervise(lost.resolve)
    const pid = await enginePid()
    process.kill(pid, 'SIGKILL')
    await expect.poll(enginePid, { timeout: 20_000 }).not.toBe(pid)
    await expect
      .poll(
        async () => {
          const client = new pg.Client(engine.connection)
          client.on('error', () => undefined)
          return client
            .connect()
            .then(() => client.end())
            .then(() => 'answers')
            .catch(() => 'does not answer')
        },
        { timeout: 20_000 },
      )
      .toBe('answers')
    await writeFile(path.join(dataDir, 'postgres', 'postgresql.auto.conf'), 'shared_buffers = much\n')
    process.kill(await enginePid(), 'SIGKILL')
    expect((await lost.promise).message).toMatch(/did not start: .*shared_buffers/s)
    await writeFile(path.join(dataDir, 'postgres', 'postgresql.auto.conf'), '')
    await engine.stop()
  })

  test('is shared, and stopped by the last process that leaves', async () => {
    const [one, two] = await Promise.all([startUser(), startUser()])
    expect([one.how, two.how].toSorted()).toEqual(['adopted', 'started'])
    const pid = await enginePid()
    await one.end('SIGTERM')
    await two.reach(two.acknowledged.length + 5)
    await two.end('SIGTERM')
    expect(isAlive(pid)).toBe(false)
  })

  test('ignores what a crash of the machine left behind', async () => {
    await (await startEngine({ dataDir })).stop()
    // Another process has the id of the dead engine now, and those of its users.
    await writeFile(path.join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n1\n5432\n`)
    await writeFile(path.join(dataDir, 'engine-users', '1'), '123')
    await mkdir(path.join(dataDir, 'engine.lock'))
    await writeFile(path.join(dataDir, 'engine.lock', String(process.pid)), '123')
    const engine = await startEngine({ dataDir })
    expect(engine.adopted).toBe(false)
    const pid = await enginePid()
    await engine.stop()
    expect(isAlive(pid)).toBe(false)
  })

  test("keeps its passwords to the owner, and doesn't listen on the network", async () => {
    const engine = await startEngine({ dataDir })
    expect((await stat(path.join(dataDir, 'engine.json'))).mode & 0o777).toBe(0o600)
    expect((await stat(engine.location)).mode & 0o777).toBe(0o700)
    const client = new pg.Client(engine.administrator)
    await client.connect()
    const { rows } = await client.query(`select current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync,
      current_setting('server_encoding') as encoding, (select rolsuper from pg_roles where rolname = 'steward') as super`)
    expect(rows).toEqual([{ addresses: '', fsync: 'on', encoding: 'UTF8', super: false }])
    await client.end()
    const refused = new pg.Client({ ...engine.connection, password: 'guess' })
    await expect(refused.connect()).rejects.toThrow(/password authentication failed/)
    await engine.stop()
  })

  test('listens on 127.0.0.1 if the path of a socket would be too long', async () => {
    dataDir = path.join(directory, 'x'.repeat(100), 'data')
    const engine = await startEngine({ dataDir })
    expect(engine.connection.host).toBe('127.0.0.1')
    const client = new pg.Client(engine.connection)
    await client.connect()
    await client.end()
    await engine.stop()
  })

  test.skipIf(process.getuid?.() !== 0)('keeps its data in a system directory where a closed home hides the data directory', async () => {
    await chmod(directory, 0o700)
    const engine = await startEngine({ dataDir })
    expect(engine.location.startsWith(directory)).toBe(false)
    await engine.stop()
    const again = await startEngine({ dataDir })
    expect(again.location).toBe(engine.location)
    await again.stop()
    await rm(engine.location, { recursive: true })
    await rm(dataDir, { recursive: true })
  })

  test("says what is wrong when it can't start", async () => {
    const engine = await startEngine({ dataDir })
    await engine.stop()
    await expect(startEngine({ dataDir, settings: { shared_buffers: 'much' } })).rejects.toThrow(
      /did not start: it ended with status 1.*shared_buffers/s,
    )
    await writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    await expect(startEngine({ dataDir })).rejects.toThrow(/made by PostgreSQL 17/)
    await writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '18\n')
    expect(await readdir(path.join(dataDir, 'engine-users'))).toEqual([])
  })
})
