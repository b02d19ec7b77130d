import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

import pg from 'pg'

import { engineUser, findBinaries, isReachable, systemDirectory } from './engine-binaries.ts'
import type { Binaries, EngineUser } from './engine-binaries.ts'
import { EngineError } from './engine-error.ts'
import { supervise } from './engine-supervision.ts'
import { clearAway, isPostgres, readPidFile, shutDown } from './engine-process.ts'
import { exclusively, registerUser, unregisterUser } from './engine-users.ts'
import { freePort } from './free-port.ts'

/** A running PostgreSQL of our own. */
export interface Engine {
  /** Connects as the owner of the database `steward`. */
  readonly connection: pg.ClientConfig
  /** Connects as the engine's superuser, for tests and repairs. */
  readonly administrator: pg.ClientConfig
  /** Where the database files are. */
  readonly location: string
  /** True when the engine was already running. */
  readonly adopted: boolean
  /** Starts the engine again whenever it dies, until `stop`; `onGivenUp` is called where that does not help. */
  supervise(onGivenUp: (error: EngineError) => void): void
  /** Ends this process's use; the last user stops the engine (fast shutdown) and waits until it is down. */
  stop(): Promise<void>
}

export interface EngineOptions {
  /** The data directory (STEWARD_DATA_DIR). */
  dataDir: string
  log?: (message: string) => void
  /** Extra settings; tests use it to turn off fsync. */
  settings?: Record<string, string>
}

/** `engine.json` in the data directory: where the engine is and how to sign in. Readable by its owner only. */
interface EngineFile {
  location: string
  port: number
  password: string
  administratorPassword: string
}

interface Place extends EngineFile {
  user: EngineUser | undefined
  binaries: Binaries
  /** A directory for the socket, or undefined if its path would be too long; then TCP on 127.0.0.1. */
  socketDirectory: string | undefined
}

const MAJOR_VERSION = '18'
const START_TIMEOUT_MS = 120_000
const LONGEST_SOCKET_PATH = 100 // sockaddr_un has space for 107 bytes on Linux, 103 on macOS
const run = promisify(execFile)

/**
 * Starts the built-in PostgreSQL in the data directory, creating it the first time. It adopts an engine that a killed process
 * left running, and shares one that another process uses; the last process to leave stops it. It listens on a socket in the
 * data directory, which other machines and (by directory permissions) other users can't reach, or on 127.0.0.1 if the socket's
 * path would be too long. Throws an EngineError with a sentence for the operator.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  await mkdir(options.dataDir, { recursive: true })
  const dataDir = await realpath(options.dataDir)
  const log = options.log ?? (() => undefined)
  const { place, adopted } = await exclusively(dataDir, async () => {
    const found = await findPlace(dataDir, log)
    const wasRunning = await adopt(found)
    if (wasRunning) log('Adopted the running database engine')
    else await launch(found, dataDir, options.settings ?? {})
    await createOwner(found)
    await registerUser(dataDir)
    return { place: found, adopted: wasRunning }
  })
  let endSupervision = () => Promise.resolve()
  return {
    connection: connectionOf(place),
    administrator: administratorOf(place),
    location: place.location,
    adopted,
    supervise(onGivenUp) {
      const restart = () =>
        exclusively(dataDir, async () => {
          // Another process that uses it can have been faster.
          if (!(await adopt(place))) await launch(place, dataDir, options.settings ?? {}, { keepsPort: true })
        })
      endSupervision = supervise({ isRunning: () => isRunning(place), restart }, { log, onGivenUp })
    },
    async stop() {
      await endSupervision()
      await exclusively(dataDir, async () => {
        if ((await unregisterUser(dataDir)) === 0) await shutDown(place.location)
      })
    },
  }
}

function connectionOf(place: Place): pg.ClientConfig {
  return { ...address(place), user: 'steward', password: place.password, database: 'steward' }
}

function administratorOf(place: Place): pg.ClientConfig {
  return { ...address(place), user: 'postgres', password: place.administratorPassword, database: 'postgres' }
}

function address(place: Place): pg.ClientConfig {
  return { host: place.socketDirectory ?? '127.0.0.1', port: place.port }
}

async function findPlace(dataDir: string, log: (message: string) => void): Promise<Place> {
  const user = await engineUser()
  const binaries = await findBinaries(user)
  const fileName = path.join(dataDir, 'engine.json')
  const text = await readFile(fileName, 'utf8').catch(() => undefined)
  let file: EngineFile
  if (text === undefined) {
    file = {
      location:
        !user || (await isReachable(dataDir))
          ? path.join(dataDir, 'postgres')
          : await systemDirectory(`data-${randomBytes(6).toString('hex')}`),
      port: 5432,
      password: randomBytes(24).toString('base64url'),
      administratorPassword: randomBytes(24).toString('base64url'),
    }
    await writePrivately(fileName, JSON.stringify(file, undefined, 2))
  } else {
    file = JSON.parse(text) as EngineFile // only written by the line above
  }
  const socketDirectory =
    process.platform !== 'win32' && `${file.location}/.s.PGSQL.${file.port}`.length <= LONGEST_SOCKET_PATH ? file.location : undefined
  const place = { ...file, user, binaries, socketDirectory }
  if (!(await stat(path.join(file.location, 'PG_VERSION')).catch(() => undefined))) {
    log('Creating the database')
    await initialise(place)
  }
  const version = (await readFile(path.join(file.location, 'PG_VERSION'), 'utf8')).trim()
  if (version !== MAJOR_VERSION) {
    throw new EngineError(
      `The database in ${file.location} was made by PostgreSQL ${version}; this program brings ${MAJOR_VERSION}. ` +
        'Back it up with the version of Steward that made it, then restore into an empty data directory.',
    )
  }
  return place
}

/** Writes a file that only its owner can read, completely or not at all. */
async function writePrivately(fileName: string, text: string): Promise<void> {
  await writeFile(`${fileName}.new`, text, { mode: 0o600 })
  await chmod(`${fileName}.new`, 0o600)
  await rename(`${fileName}.new`, fileName)
}

/** Runs initdb next to the final location and moves the result there, so that an incomplete database is never used. */
async function initialise(place: Place): Promise<void> {
  const draft = `${place.location}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  const passwordFile = `${draft}.password`
  await rm(passwordFile, { force: true })
  await writeFile(passwordFile, place.administratorPassword, { mode: 0o600 })
  if (place.user) {
    await chown(draft, place.user.uid, place.user.gid)
    await chown(passwordFile, place.user.uid, place.user.gid)
  }
  try {
    await run(
      place.binaries.initdb,
      [
        '-D',
        draft,
        '-U',
        'postgres',
        '-E',
        'UTF8',
        '--locale-provider=icu',
        '--icu-locale=und',
        '--locale=C',
        '-A',
        'scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--no-instructions',
      ],
      { ...place.user, cwd: '/', env: { ...process.env, LC_ALL: 'C' } },
    )
  } catch (error) {
    const detail = String((error as { stderr?: unknown }).stderr ?? error) // execFile adds stderr to its errors
    throw new EngineError(`The database could not be created in ${place.location}: ${detail.trim()}`, { cause: error })
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(draft, place.location)
}

/** Adopts an engine that already runs there; cleans up after a dead one. */
async function adopt(place: Place): Promise<boolean> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const running = await readPidFile(place.location)
    if (!running) return false
    if (!(await isPostgres(running.pid))) {
      await clearAway(place.location)
      return false
    }
    place.port = running.port || place.port
    if (await answers(place)) return true
    if (Date.now() > deadline) {
      throw new EngineError(
        `A database engine (process ${running.pid}) runs in ${place.location} but does not answer. ` +
          `Look into ${path.join(place.location, 'engine.log')}, end that process, and start again.`,
      )
    }
    await delay(50)
  }
}

/** An engine that dies between two queries fails the next one; without a listener, it would end this process, too. */
function clientOf(place: Place): pg.Client {
  const client = new pg.Client({ ...administratorOf(place), connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  return client
}

async function answers(place: Place): Promise<boolean> {
  const client = clientOf(place)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function isRunning(place: Place): Promise<boolean> {
  const running = await readPidFile(place.location)
  return running !== undefined && (await isPostgres(running.pid))
}

/** With `keepsPort`, open pools find it where it was. */
async function launch(
  place: Place,
  dataDir: string,
  extra: Record<string, string>,
  { keepsPort = false }: { keepsPort?: boolean } = {},
): Promise<void> {
  if (!place.socketDirectory && !keepsPort) {
    place.port = await freePort()
    const { location, port, password, administratorPassword } = place
    const file: EngineFile = { location, port, password, administratorPassword }
    await writePrivately(path.join(dataDir, 'engine.json'), JSON.stringify(file, undefined, 2))
  }
  const settings: Record<string, string> = {
    listen_addresses: place.socketDirectory ? '' : '127.0.0.1',
    unix_socket_directories: place.socketDirectory ?? '',
    unix_socket_permissions: '0700',
    port: String(place.port),
    max_connections: '120',
    shared_buffers: `${cacheMegabytes()}MB`,
    effective_cache_size: `${2 * cacheMegabytes()}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '256MB',
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    ...extra,
  }
  const logName = path.join(place.location, 'engine.log')
  const previous = await stat(logName).catch(() => undefined)
  if (previous && previous.size > 16 * 1024 * 1024) await rename(logName, `${logName}.old`)
  const log = await open(logName, 'a', 0o600)
  const started = (await log.stat()).size
  // A separate session: neither Ctrl-C in the terminal nor the end of this process reaches the engine.
  const child = spawn(
    place.binaries.postgres,
    ['-D', place.location, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...place.user, cwd: '/', detached: true, stdio: ['ignore', log.fd, log.fd], env: { ...process.env, LC_ALL: 'C' } },
  )
  let failure: string | undefined
  child.once('error', (error) => (failure = error.message))
  child.once('exit', (code, signal) => (failure ??= `it ended with ${signal ?? `status ${code}`}`))
  await log.close()
  const deadline = Date.now() + START_TIMEOUT_MS
  while ((await readPidFile(place.location))?.status !== 'ready' || !(await answers(place))) {
    if (failure === undefined && Date.now() > deadline) failure = `it was not ready after ${START_TIMEOUT_MS / 1000} seconds`
    if (failure !== undefined) {
      const text = await readFile(logName)
        .then((bytes) => bytes.subarray(started).toString('utf8').trim())
        .catch(() => '')
      throw new EngineError(`The database engine in ${place.location} did not start: ${failure}. ${text.split('\n').slice(-5).join('\n')}`)
    }
    await delay(10)
  }
  child.unref()
}

/** An eighth of the machine's memory, between 128 MB and 2 GB; only allocated as used. */
function cacheMegabytes(): number {
  return Math.round(Math.min(Math.max(totalmem() / 8 / 1024 ** 2, 128), 2_048))
}

/** The owner of the program's tables: can create roles and databases, but isn't a superuser. */
async function createOwner(place: Place): Promise<void> {
  const client = clientOf(place)
  await client.connect()
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists(select from pg_roles where rolname = 'steward') as role,
              exists(select from pg_database where datname = 'steward') as database`,
    )
    if (!rows[0]?.role) {
      await client.query(`create role steward login createrole createdb password ${pg.escapeLiteral(place.password)}`)
    }
    if (!rows[0]?.database) await client.query('create database steward owner steward')
  } finally {
    await client.end()
  }
}
