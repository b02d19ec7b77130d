import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { WebSocket } from 'ws'
import { createGroup } from '@steward/contract/groups/endpoints'
import { urlOf } from '@steward/contract/http'
import type { LiveServerMessage } from '@steward/contract/live-schemas'
import { livePath } from '@steward/contract/live'
import { loadConfig } from '../server/src/config.ts'
import type { Db } from '../server/src/db/pool.ts'
import { asOwner, operator } from '../server/src/db/tenant.ts'
import { openProgram } from '../server/src/program.ts'
import { hashPassword } from '../server/src/session/hasher.ts'
import { createTenant } from '../server/src/tenants/service.ts'
import { startServer } from '../server/src/testing/process.ts'
import { makeTemporaryDirectory } from '../server/src/testing/temporary.ts'
import { signIn } from './lib/api.ts'
import { megabytes, median, ms } from './lib/measure.ts'
import type { Section } from './lib/results.ts'

const clients = 10_000
/** Clients of the notified tenant, each a different user. */
const toldClients = 1_000
/** The other clients, as tabs of fewer users: memory per client does not depend on the user. */
const otherTenants = 9
const usersOfOthers = 5
const rounds = 10
/** Concurrency for opening connections and signing in. */
const atOnce = 50
const password = 'Correct-horse-7-battery'

interface Account {
  tenantName: string
  username: string
  password: string
}

/** 10,000 consoles on one server: the memory for each, and how soon all of a tenant are notified. */
export async function measure(): Promise<Section> {
  const directory = makeTemporaryDirectory('steward-bench-')
  const dataDir = join(directory, 'data')
  const { told, others, administrator } = await prepare(dataDir)
  const [token = '', ...signedIn] = await signInAll(dataDir, [administrator, ...told, ...others])
  const toldTokens = signedIn.slice(0, toldClients)
  const otherTokens = signedIn.slice(toldClients)
  const server = await startServer({ dataDir, environment })
  const sockets: Client[] = []
  try {
    const address = server.url.replace(/^http/, 'ws') + livePath
    const tokens = [
      ...toldTokens,
      ...Array.from({ length: clients - toldClients }, (_, index) => otherTokens[index % otherTokens.length] ?? ''),
    ]
    const atRest = residentBytes(server.pid)
    const started = performance.now()
    await connectAll(sockets, address, tokens.slice(0, clients / 2))
    const withHalf = residentBytes(server.pid)
    await connectAll(sockets, address, tokens.slice(clients / 2))
    const connectMs = performance.now() - started
    const withAll = residentBytes(server.pid)
    // The second half: the first also fills memory that was freed after startup.
    const perClient = (withAll - withHalf) / (clients / 2)

    const firsts: number[] = []
    const lasts: number[] = []
    for (let round = 0; round < rounds; round++) {
      const times = await tellEverybody(server.url, token, sockets.slice(0, toldClients), round)
      firsts.push(Math.min(...times))
      lasts.push(Math.max(...times))
    }
    const strangers = sockets.slice(toldClients).filter(({ notifications }) => notifications > 0).length
    if (strangers > 0) throw new Error(`${strangers} clients of other tenants were told too`)
    return {
      title: 'Websocket',
      how: `${clients.toLocaleString('en')} clients on one server process, ${toldClients.toLocaleString('en')} of them users of one tenant; a group is created over HTTP; the time from that request until a client has its notification; median of ${rounds} rounds; clients and database engine share the machine; Linux only`,
      figures: [
        {
          what: 'server memory per client, for clients 5,001 to 10,000',
          measured: `${(perClient / 1024).toFixed(1)} KiB`,
          goal: '≤ 50 KiB',
          met: perClient <= 51_200,
        },
        { what: 'server memory at rest', measured: megabytes(atRest) },
        { what: 'server memory with 10,000 clients', measured: megabytes(withAll) },
        { what: 'clients connected per second', measured: (clients / (connectMs / 1000)).toFixed(0) },
        { what: 'until the first of 1,000 is notified', measured: ms(median(firsts)) },
        { what: 'until the last of 1,000 is notified', measured: ms(median(lasts)), goal: '< 500 ms', met: median(lasts) < 500 },
        {
          what: 'until the last of 1,000 is notified, slowest round',
          measured: ms(Math.max(...lasts)),
          goal: '< 1000 ms',
          met: Math.max(...lasts) < 1_000,
        },
      ],
    }
  } finally {
    for (const { socket } of sockets) socket.terminate()
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

// One token issuer for both servers, with tokens that last for the whole run on a slow machine.
const environment = { PUBLIC_URL: 'http://localhost', STEWARD_ACCESS_TOKEN_SECONDS: '3600' }

/** Signs in on a separate server, because signing in allocates memory that the measured server would reuse. */
async function signInAll(dataDir: string, accounts: readonly Account[]): Promise<string[]> {
  const server = await startServer({ dataDir, environment })
  try {
    return await inLanes(accounts, (account) => signIn(server.url, account))
  } finally {
    await server.stop()
  }
}

/** Milliseconds until each client is notified of a group created now. */
async function tellEverybody(url: string, token: string, told: readonly Client[], round: number): Promise<number[]> {
  const heard = Promise.all(told.map((client) => client.nextNotification()))
  const started = performance.now()
  const response = await fetch(url + urlOf(createGroup, {}), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ groupName: `Round ${round}`, usernames: [], roleIds: [] }),
  })
  if (!response.ok) throw new Error(`createGroup answered ${response.status}: ${await response.text()}`)
  return (await heard).map((moment) => moment - started)
}

interface Client {
  socket: WebSocket
  notifications: number
  /** Resolves to the time of the next one. */
  nextNotification(): Promise<number>
}

/** Connects a console that answers pings and counts notifications. */
function connect(address: string, accessToken: string): Promise<Client> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { perMessageDeflate: false })
    let waiting: ((moment: number) => void) | undefined
    const client: Client = {
      socket,
      notifications: 0,
      nextNotification: () =>
        new Promise((told) => {
          waiting = told
        }),
    }
    socket.once('open', () => socket.send(JSON.stringify({ type: 'authenticate', accessToken })))
    socket.once('error', reject)
    socket.once('close', (code) => reject(new Error(`the server closed a connection with ${code}`)))
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as LiveServerMessage // from the server under test
      if (message.type === 'ready') resolve(client)
      else if (message.type === 'ping') socket.send('{"type":"pong"}')
      else if (message.type === 'notifications') {
        client.notifications++
        waiting?.(performance.now())
      }
    })
  })
}

async function connectAll(into: Client[], address: string, tokens: readonly string[]): Promise<void> {
  into.push(...(await inLanes(tokens, (token) => connect(address, token))))
}

/** Runs over all items with limited concurrency; the results are in the items' order. */
async function inLanes<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, item] of queue) results[index] = await work(item)
    }),
  )
  return results
}

/** Resident memory of the server process, from the kernel's accounting. */
function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

async function prepare(dataDir: string): Promise<{ told: Account[]; others: Account[]; administrator: Account }> {
  const program = await openProgram(loadConfig({ STEWARD_DATA_DIR: dataDir, STEWARD_ENV: 'test' }), pino({ level: 'warn' }))
  try {
    const passwordHash = await hashPassword(password)
    const told = await makeTenant(program.db, 'told', toldClients, passwordHash)
    const others: Account[] = []
    for (let index = 0; index < otherTenants; index++) {
      others.push(...(await makeTenant(program.db, `other-${index}`, usersOfOthers, passwordHash)))
    }
    return { told, others, administrator: { tenantName: 'told', username: 'admin@told.example', password } }
  } finally {
    await program.close()
  }
}

/** A tenant whose users can all view its groups. */
async function makeTenant(db: Db, tenantName: string, users: number, passwordHash: string): Promise<Account[]> {
  const email = `admin@${tenantName}.example`
  const names = Array.from({ length: users }, (_, index) => `user-${index}@${tenantName}.example`)
  await asOwner(
    db,
    'operator',
    async (tx) => {
      const { tenantId } = await createTenant(tx, {
        tenantName,
        displayName: tenantName,
        administrator: { email, givenName: 'Ada', familyName: 'Admin', status: 'CONFIRMED', passwordHash },
      })
      const own = { tenant_id: tenantId }
      const { role_id } = await tx
        .insertInto('role')
        .values({ ...own, role_name: 'Viewer' })
        .returning('role_id')
        .executeTakeFirstOrThrow()
      const { group_id } = await tx
        .insertInto('user_group')
        .values({ ...own, group_name: 'Viewers' })
        .returning('group_id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('role_action')
        .values({ ...own, role_id, action_name: 'ViewGroups' })
        .execute()
      await tx
        .insertInto('group_role')
        .values({ ...own, group_id, role_id })
        .execute()
      const made = await tx
        .insertInto('app_user')
        .values(names.map((username) => ({ ...own, username, email: username, status: 'CONFIRMED', password_hash: passwordHash }) as const))
        .returning('user_id')
        .execute()
      await tx
        .insertInto('group_member')
        .values(made.map(({ user_id }) => ({ ...own, group_id, user_id })))
        .execute()
    },
    { actor: operator },
  )
  return names.map((username) => ({ tenantName, username, password }))
}
