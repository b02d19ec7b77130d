import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { findBalancer } from '../../../scripts/lib/balancers.mjs'
import { freePort } from '../db/free-port.ts'
import { makeTemporaryDirectory } from './temporary.ts'

/** The files that operators get. */
const deployed = (name: string) => fileURLToPath(new URL(`../../../deploy/${name}`, import.meta.url))

export interface Started {
  url: string
  close(): Promise<void>
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await Promise.race([ended, delay(5_000, undefined, { ref: false }).then(() => child.kill('SIGKILL'))])
}

export interface Balancer extends Started {
  name: string
  /** The number of servers that it sends requests to. */
  serving(): Promise<number>
}

/** Balances over the servers, as operators are shown: HAProxy where it is installed, otherwise a small balancer. */
export async function startBalancer(servers: readonly [string, string]): Promise<Balancer> {
  const haproxy = findBalancer('haproxy')
  return haproxy ? startHaproxy(haproxy, servers) : startSmallBalancer(servers)
}

async function startHaproxy(program: { file: string; env: NodeJS.ProcessEnv }, servers: readonly [string, string]): Promise<Balancer> {
  const port = await freePort()
  const folder = makeTemporaryDirectory('steward-haproxy-')
  const [socket, more] = [join(folder, 'stats'), join(folder, 'stats.cfg')]
  writeFileSync(more, `global\n    stats socket ${socket}\n`)
  const addressOf = (url: string) => `127.0.0.1:${new URL(url).port}`
  const child = spawn(program.file, ['-db', '-f', deployed('haproxy/haproxy.cfg'), '-f', more], {
    env: {
      ...process.env,
      ...program.env,
      STEWARD_BIND: `127.0.0.1:${port}`,
      STEWARD_SERVER_1: addressOf(servers[0]),
      STEWARD_SERVER_2: addressOf(servers[1]),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(`${url}/healthz`)).ok, child)
  const serving = async () => {
    const asked = connect(socket)
    asked.write('show stat\n')
    return (await text(asked)).match(/^servers,steward\d,.*?,UP,/gm)?.length ?? 0
  }
  return { name: 'haproxy', url, serving, close: () => stop(child) }
}

export interface BalancedDatabase {
  /** Leads to the primary. */
  connection: pg.ClientConfig
  /** Leads to the standby. */
  replica: pg.ClientConfig
  /** What Patroni would say: which of both is the primary. */
  primary: 'first' | 'second'
  close(): Promise<void>
}

/** HAProxy before two databases, by the file that operators get; undefined where it is not installed. */
export async function startBalancedDatabase(first: pg.ClientConfig, second: pg.ClientConfig): Promise<BalancedDatabase | undefined> {
  const haproxy = findBalancer('haproxy')
  if (!haproxy) return undefined
  const balanced = { primary: 'first' as 'first' | 'second' }
  const patronis = await Promise.all((['first', 'second'] as const).map((name) => startPatroni(() => balanced.primary === name)))
  const [port, replicaPort] = [await freePort(), await freePort()]
  const serverOf = ({ host, port: its }: pg.ClientConfig, patroni: number) => {
    const address = String(host).startsWith('/') ? `unix@${host}/.s.PGSQL.${its}` : `${host}:${its}`
    return `${address} check addr 127.0.0.1 port ${patroni}`
  }
  const text = readFileSync(deployed('haproxy/postgresql.cfg'), 'utf8')
    .replace('127.0.0.1:5432', `127.0.0.1:${port}`)
    .replace('127.0.0.1:5433', `127.0.0.1:${replicaPort}`)
    .replaceAll('10.0.0.21:5432', serverOf(first, patronis[0]?.port ?? 0))
    .replaceAll('10.0.0.22:5432', serverOf(second, patronis[1]?.port ?? 0))
  const file = join(makeTemporaryDirectory('steward-haproxy-'), 'postgresql.cfg')
  writeFileSync(file, text)
  const child = spawn(haproxy.file, ['-db', '-f', file], {
    env: { ...process.env, ...haproxy.env },
    stdio: 'ignore',
  })
  const connection = { ...first, host: '127.0.0.1', port }
  const replica = { ...connection, port: replicaPort }
  // Until its first checks, HAProxy takes both for each, and leads to one after the other.
  const isPrimary = () => answers(connection, 'select 1 where not pg_is_in_recovery()')
  const isStandby = () => answers(replica, 'select 1 where pg_is_in_recovery()')
  for (const isRight of [isPrimary, isStandby]) await until(async () => (await isRight()) && isRight(), child)
  return Object.assign(balanced, {
    connection,
    replica,
    close: async () => {
      await stop(child)
      for (const { server } of patronis) server.close()
    },
  })
}

async function startPatroni(isPrimary: () => boolean): Promise<{ server: http.Server; port: number }> {
  const server = http.createServer(({ url }, response) =>
    response.writeHead(url === (isPrimary() ? '/primary' : '/replica') ? 200 : 503).end(),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return { server, port }
}

/** Waits until `work` succeeds; throws if the program ends instead. */
async function until(work: () => Promise<boolean>, child: ChildProcess): Promise<void> {
  while (!(await work().catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`)
    await delay(50)
  }
}

/** Sends each request to the next server, and what reads to another one if the first does not answer. */
async function startSmallBalancer(servers: readonly string[]): Promise<Balancer> {
  let turn = 0
  const agent = new http.Agent({ keepAlive: false })
  const pass = (request: http.IncomingMessage, response: http.ServerResponse, body: Buffer, first: number, left: number) => {
    const again = () => pass(request, response, body, first + 1, left - 1)
    const target = new URL(request.url ?? '/', servers[first % servers.length])
    const passed = http.request(target, { method: request.method, headers: request.headers, agent }, (answer) => {
      // A server that ends is left out.
      if (answer.statusCode === 503 && left > 0) return void answer.resume().once('end', again)
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.once('error', (error: NodeJS.ErrnoException) => {
      const isRepeatable = request.method === 'GET' || error.code === 'ECONNREFUSED'
      if (isRepeatable && left > 0 && !response.headersSent) again()
      else response.destroy()
    })
    passed.end(body)
  }
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .once('end', () => pass(request, response, Buffer.concat(chunks), turn++, servers.length))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    name: 'small balancer',
    serving: () => Promise.resolve(servers.length),
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export interface PgBouncer {
  version: string
  /** Whether it knows prepared statements in transaction mode. */
  keepsStatements: boolean
  program: { file: string; env: NodeJS.ProcessEnv }
}

/** PgBouncer of this machine with its version; a newer one can be named in TEST_PGBOUNCER. */
export function findPgBouncers(): PgBouncer[] {
  const other = process.env['TEST_PGBOUNCER']
  return [findBalancer('pgbouncer'), other ? { file: other, env: {} } : undefined].flatMap((program) => {
    if (!program) return []
    const { stdout } = spawnSync(program.file, ['--version'], { env: { ...process.env, ...program.env }, encoding: 'utf8' })
    const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? []
    return major === undefined ? [] : [{ version: `${major}.${minor}`, keepsStatements: Number(major) > 1 || Number(minor) >= 21, program }]
  })
}

/** Starts PgBouncer before a database, with the file that operators get and these settings instead of some of its own. */
export async function startPgBouncer(
  { keepsStatements, program: { file, env } }: PgBouncer,
  { host, port, user, password, database }: pg.ClientConfig,
  settings: Record<string, string> = {},
): Promise<Started> {
  const folder = makeTemporaryDirectory('steward-pgbouncer-')
  const listenPort = await freePort()
  const own = {
    listen_addr: '127.0.0.1',
    listen_port: String(listenPort),
    unix_socket_dir: '',
    auth_type: 'any',
    auth_file: '',
    // It refuses to run as root.
    ...(process.getuid?.() === 0 ? { user: 'nobody' } : {}),
    ...settings,
  }
  const target = `host=${host} port=${port} user=${user} password='${String(password)}' dbname=${database}`
  const lines = readFileSync(deployed('pgbouncer/pgbouncer.ini'), 'utf8')
    .split('\n')
    .map((line) => (line.startsWith('steward = ') ? `${database} = ${target}` : line))
    .filter((line) => !Object.hasOwn(own, line.split(' = ')[0] ?? ''))
    // An old one does not start with a setting that it doesn't know.
    .filter((line) => keepsStatements || !line.startsWith('max_prepared_statements'))
  const ini = join(folder, 'pgbouncer.ini')
  writeFileSync(ini, [...lines, ...Object.entries(own).map(([name, value]) => `${name} = ${value}`), ''].join('\n'), { mode: 0o644 })
  const child = spawn(file, ['--quiet', ini], { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `postgresql://${user}@127.0.0.1:${listenPort}/${database}`
  await until(() => answers({ connectionString: url }), child)
  return { url, close: () => stop(child) }
}

async function answers(connection: pg.ClientConfig, question = 'select 1'): Promise<boolean> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  const { rowCount } = await client.query(question)
  await client.end()
  return rowCount === 1
}
