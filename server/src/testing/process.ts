import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { memoryFlags } from '../../../scripts/lib/memory.mjs'
import { freePort } from '../db/free-port.ts'
import type { DemoCredentials } from '../demo/first-start.ts'
import { makeTemporaryDirectory } from './temporary.ts'

/** A server as an operator starts it: its own process, data directory and database engine. */
export interface ServerProcess {
  url: string
  pid: number
  dataDir: string
  /** The sign-in of the demo tenant's administrator. */
  credentials: DemoCredentials
  /** Milliseconds from the start of the process until it reports that it is ready. */
  readyMs: number
  /** Stops it with SIGTERM, and its engine with it. */
  stop(): Promise<void>
  /** Kills it with SIGKILL; the engine keeps running. */
  kill(): Promise<void>
}

export interface ServerOptions {
  /** An existing data directory to use; by default a new one. */
  dataDir?: string
  environment?: Record<string, string>
  /** The port to try first; by default a free one. */
  port?: number
  /** Shows what it logs, which is warnings and errors. */
  showsLog?: boolean
}

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Stops the servers if the run is ended from outside. */
const endWithParent = pathToFileURL(join(root, 'scripts/lib/end-with-parent.mjs')).href

/** Starts a server and waits until it is ready. Remove `dataDir` with `removeData` when done. */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? join(makeTemporaryDirectory('steward-'), 'data')
  const port = options.port ?? (await freePort())
  return startOn(port, dataDir, options).catch(async (error: unknown) => {
    // Another process took the port in the meantime.
    if (!String(error).includes(`Port ${port} is in use.`)) throw error
    return startOn(await freePort(), dataDir, options)
  })
}

async function startOn(port: number, dataDir: string, { environment, showsLog = false }: ServerOptions): Promise<ServerProcess> {
  const url = `http://localhost:${port}`
  const started = performance.now()
  const child = spawn(process.execPath, [...memoryFlags(''), '--import', endWithParent, 'server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      STEWARD_DATA_DIR: dataDir,
      STEWARD_ENV: 'test',
      // Tests of other environments find the demo's jobs as they were made, too.
      STEWARD_DEMO_PLAYER: 'off',
      LOG_LEVEL: 'warn',
      STEWARD_PARENT_PID: String(process.pid),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await ready(child, showsLog)
  const readyMs = performance.now() - started
  const written = join(dataDir, 'demo-credentials.json')
  // A data directory prepared with other tenants has no demo tenant.
  const credentials = existsSync(written)
    ? (JSON.parse(readFileSync(written, 'utf8')) as DemoCredentials)
    : { url, tenantName: '', username: '', password: '' }
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    credentials,
    readyMs,
    stop: () => ended(child, 'SIGTERM'),
    kill: () => ended(child, 'SIGKILL'),
  }
}

/** Removes the data of a stopped server. */
export function removeData(server: ServerProcess): void {
  rmSync(join(server.dataDir, '..'), { recursive: true, force: true })
}

/** Waits until the server reports that it is ready; throws with its last output if it exits instead. */
async function ready(child: ChildProcessByStdio<null, Readable, Readable>, showsLog: boolean): Promise<void> {
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk)
    complaint = (complaint + chunk.toString()).slice(-20_000)
  })
  await new Promise<void>((resolve, reject) => {
    // Drained, so that a full pipe never blocks the server.
    createInterface(child.stdout).on('line', (line) => {
      if (line.startsWith('Steward is ready')) resolve()
      else if (showsLog && line.startsWith('{')) process.stderr.write(`${line}\n`)
    })
    child.once('close', (code) => reject(new Error(`the server ended with ${code}: ${complaint}`)))
    setTimeout(() => reject(new Error('the server did not become ready within two minutes')), 120_000).unref()
  })
}

async function ended(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  const hard = setTimeout(() => child.kill('SIGKILL'), 30_000)
  await exit
  clearTimeout(hard)
}
