import { setTimeout as delay } from 'node:timers/promises'
import { type Endpoint, urlOf } from '@steward/contract/http'
import { login } from '@steward/contract/session/endpoints'
import { createUser, listUsers } from '@steward/contract/users/endpoints'
import { freePort } from '../../db/free-port.ts'
import { enginePid, stopEngine } from '../engine-processes.ts'
import { startMailServer } from '../mail.ts'
import { type ServerProcess, removeData, startServer } from '../process.ts'
import { mountDisk } from './disk.ts'

/** What is done to the server and its database, in turn. */
const faults = ['kill -9 of the server', 'kill -9 of the database', 'a stopped database', 'a full disk'] as const

export interface ChaosReport {
  rounds: number
  /** Faults that could not be caused here, with the reason. */
  skipped: string[]
  /** Users whose creation was answered with success. */
  acknowledged: number
  /** Those of them that are not there at the end. */
  lost: string[]
  /** Those of them that got no mail. */
  withoutMail: string[]
  /** Users that are there more than once. */
  doubled: string[]
  /** Answers that are neither success, nor a refusal that says when to come again, nor a conflict after one. */
  unexpected: string[]
  /** Creations that were refused with 507 while the disk was full. */
  refusedFull: number
  /** From the fault to the next user that was created, the longest. */
  longestOutageMs: number
  /** From the last fault to the last mail. */
  mailMs: number
}

export interface ChaosOptions {
  rounds: number
  log?: (message: string) => void
}

const lanes = 3
const perRound = 3
/** Locks of a dead worker are taken over within a minute. */
const mailPatienceMs = 180_000
const outagePatienceMs = 90_000
/** The reserve, and what a full disk leaves of it: less than the half that sessions can use, and enough for the log of PostgreSQL. */
const [reserveMib, leftMib] = [96, 40]
const fullPatienceMs = 10_000
/** The server looks every second. */
const noticeMs = 3_000
const environment = {
  STEWARD_REQUEST_SECONDS: '2',
  STEWARD_CONNECTION_SECONDS: '1',
  STEWARD_FREE_SPACE_MIB: String(reserveMib),
}

/** Creates users while the server and its database are killed and stopped and their disk is full, and compares what was promised with what is there. */
export async function runChaos({ rounds, log = () => undefined }: ChaosOptions): Promise<ChaosReport> {
  const mail = await startMailServer()
  const port = await freePort()
  const start = (dataDir?: string) =>
    startServer({ port, environment: { ...environment, SMTP_URL: mail.url }, ...(dataDir === undefined ? {} : { dataDir }) })
  const disk = mountDisk()
  const possible = faults.filter((fault) => fault !== 'a full disk' || disk)
  let server = await start(disk?.dataDir)
  const client = createClient(server)
  const acknowledged = new Set<string>()
  const unexpected: string[] = []
  const over = new AbortController()
  let next = 0
  let fullUntil = -Infinity
  let refusedFull = 0

  async function createUsers(): Promise<void> {
    while (!over.signal.aborted) {
      const email = `chaos-${++next}@demo.example`
      const startedAt = performance.now()
      const answer = await client.call(createUser, { body: { email, givenName: 'Chaos', familyName: String(next) } })
      if (answer?.status === 201) acknowledged.add(email)
      else await delay(20)
      const isFull = answer?.status === 507 && answer.body['code'] === 'storage_full' && startedAt < fullUntil
      if (isFull) refusedFull++
      // No answer: the server was killed.
      else if (answer && ![201, 401, 503].includes(answer.status)) unexpected.push(`${answer.status} ${JSON.stringify(answer.body)}`)
    }
  }

  /** Until changes are refused; then reads have to go on, and `/readyz` to say why. */
  async function fillDisk(): Promise<void> {
    const before = refusedFull
    fullUntil = Infinity
    disk?.fill(leftMib * 1_048_576)
    try {
      await until(() => refusedFull >= before + perRound, fullPatienceMs, 'On a full disk no change was refused')
      const read = await client.call(listUsers, { query: { limit: 1 } })
      if (read?.status !== 200) unexpected.push(`Reading on a full disk: ${JSON.stringify(read)}`)
      const ready = await fetch(`${server.url}/readyz`)
      const said = await ready.text()
      if (ready.status !== 503 || !said.includes('disk_full')) unexpected.push(`/readyz on a full disk: ${ready.status} ${said}`)
    } finally {
      disk?.empty()
      fullUntil = performance.now() + noticeMs
    }
  }

  async function until(isTrue: () => boolean, patienceMs: number, what: string): Promise<void> {
    const end = performance.now() + patienceMs
    while (!isTrue()) {
      if (performance.now() > end) throw new Error(`${what} within ${patienceMs / 1_000} s`)
      await delay(20)
    }
  }

  async function cause(fault: (typeof faults)[number]): Promise<void> {
    if (fault === 'kill -9 of the database') process.kill(enginePid(server), 'SIGKILL')
    else if (fault === 'kill -9 of the server') {
      await server.kill()
      server = await start(server.dataDir)
    } else if (fault === 'a full disk') await fillDisk()
    else {
      const goOn = stopEngine(server)
      await delay(500)
      goOn()
    }
  }

  let longestOutageMs = 0
  const creating = Array.from({ length: lanes }, createUsers)
  try {
    for (let round = 0; round < rounds; round++) {
      const before = acknowledged.size
      await until(() => acknowledged.size >= before + perRound, outagePatienceMs, 'No user could be created')
      const fault = possible[round % possible.length] ?? faults[0]
      const causedAt = performance.now()
      await cause(fault)
      const then = acknowledged.size
      await until(() => acknowledged.size > then, outagePatienceMs, `After ${fault} no user could be created`)
      const outageMs = performance.now() - causedAt
      longestOutageMs = Math.max(longestOutageMs, outageMs)
      log(`${round + 1}/${rounds} ${fault}: back after ${(outageMs / 1_000).toFixed(1)} s, ${acknowledged.size} users`)
    }
    over.abort()
    await Promise.all(creating)
    const lastFaultAt = performance.now()
    const missing = () => {
      const recipients = new Set(mail.mails.flatMap(({ to }) => to?.map(({ address }) => address) ?? []))
      return [...acknowledged].filter((email) => !recipients.has(email))
    }
    await until(() => missing().length === 0, mailPatienceMs, 'Mails').catch(() => undefined)
    const mailMs = performance.now() - lastFaultAt
    const found = await client.usernames()
    const there = new Set(found)
    return {
      rounds,
      skipped: disk ? [] : ['a full disk: needs a file system of its own, which only root can mount'],
      acknowledged: acknowledged.size,
      lost: [...acknowledged].filter((email) => !there.has(email)),
      withoutMail: missing(),
      doubled: found.filter((email, index) => found.indexOf(email) !== index),
      unexpected,
      refusedFull,
      longestOutageMs,
      mailMs,
    }
  } finally {
    over.abort()
    await Promise.allSettled(creating)
    await server.stop()
    if (disk) disk.discard()
    else removeData(server)
    await mail.close()
  }
}

interface Answer {
  status: number
  body: Record<string, unknown>
}

/** A client that signs in when it has to, and to which no answer is an answer. */
function createClient({ url, credentials }: ServerProcess) {
  let token: string | undefined
  let signingIn: Promise<void> | undefined

  async function send(endpoint: Endpoint, input: { body?: object; query?: object }): Promise<Answer | undefined> {
    try {
      const answer = await fetch(url + urlOf(endpoint, input), {
        method: endpoint.method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(input.body ? { 'content-type': 'application/json' } : {}),
        },
        ...(input.body ? { body: JSON.stringify(input.body) } : {}),
        signal: AbortSignal.timeout(30_000),
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    } catch {
      return undefined
    }
  }

  async function signIn(): Promise<void> {
    const { tenantName, username, password } = credentials
    const answer = await send(login, { body: { tenantName, username, password } })
    token = answer?.status === 200 ? String(answer.body['accessToken']) : undefined
  }

  async function call(endpoint: Endpoint, input: { body?: object; query?: object }): Promise<Answer | undefined> {
    if (token === undefined) await (signingIn ??= signIn().finally(() => (signingIn = undefined)))
    const answer = token === undefined ? undefined : await send(endpoint, input)
    if (answer?.status === 401) token = undefined
    return answer
  }

  return {
    call,
    /** The usernames of all users that were created here. */
    async usernames(): Promise<string[]> {
      const found: string[] = []
      for (;;) {
        const answer = await call(listUsers, { query: { search: 'chaos-', limit: 100, offset: found.length } })
        if (answer?.status !== 200) throw new Error(`Users could not be listed: ${JSON.stringify(answer)}`)
        const items = answer.body['items'] as { username: string }[]
        found.push(...items.map(({ username }) => username))
        if (items.length < 100) return found
      }
    },
  }
}
