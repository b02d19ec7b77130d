import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { DemoCredentials } from '../demo/first-start.ts'
import { makeTemporaryDirectory } from './temporary.ts'

/** A server as an operator starts it: its own process, data directory and database engine. */
export interface ServerProcess {
  url: string
  pid: number
  dataDir: string
  /** How the demo tenant's administrator signs in. */
  credentials: DemoCredentials
  /** Milliseconds from the start of the process to the first answer of `/readyz`. */
  readyMs: number
  /** Ends it with SIGTERM, and its engine with it. */
  stop(): Promise<void>
  /** Ends it with SIGKILL; the engine goes on. */
  kill(): Promise<void>
}

export interface ServerOptions {
  /** A directory to go on with; by default a new one. */
  dataDir?: string
  environment?: Record<string, string>
}

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** A run that is ended from outside leaves no server behind. */
const endWithParent = pathToFileURL(join(root, 'scripts/lib/end-with-parent.mjs')).href

/** Starts a server and waits until it is ready. Remove `dataDir` with `removeData` when done. */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? join(makeTemporaryDirectory('steward-'), 'data')
  const port = await freePort()
  const url = `http://localhost:${port}`
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', endWithParent, 'server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      STEWARD_DATA_DIR: dataDir,
      STEWARD_ENV: 'test',
      LOG_LEVEL: 'warn',
      STEWARD_PARENT_PID: String(process.pid),
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Read, so that a full pipe never stops the server.
  child.stdout.resume()
  await answering(`${url}/readyz`, child)
  const readyMs = performance.now() - started
  const written = join(dataDir, 'demo-credentials.json')
  // A data directory that was prepared with other tenants has no demo.
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

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (ok) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('the server did not become ready within two minutes')
}

async function ended(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  const hard = setTimeout(() => child.kill('SIGKILL'), 30_000)
  await exit
  clearTimeout(hard)
}
