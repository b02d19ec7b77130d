import type { LiveServerMessage } from '@steward/contract/live-schemas'
import { liveCloseUnauthenticated } from '@steward/contract/live'
import { changesPermissions } from '../db/changed-tables.ts'
import type { ChangeListener, ChangeMessage } from '../db/listen.ts'

/** What the hub needs of a websocket. */
export interface LiveSocket {
  readonly readyState: number
  readonly bufferedAmount: number
  send(data: string): void
  close(code?: number): void
  terminate(): void
}

/** An authenticated console. */
export interface LiveClient {
  socket: LiveSocket
  tenantId: string
  userId: string
  sessionId: string
  /** Whether it responded to the last ping. */
  isAnswering: boolean
}

export interface HubOptions {
  changes: Pick<ChangeListener, 'onChange'>
  /** Returns which of these sessions of a tenant are still open. */
  openSessions(tenantId: string, sessionIds: string[]): Promise<Set<string>>
  onError(error: unknown): void
  limits?: typeof usualLimits | undefined
}

/** Tells the consoles of each tenant about changes. */
export interface Hub {
  readonly size: number
  /** Returns false where there are many, and its user has too many of them. */
  add(client: LiveClient): boolean
  remove(client: LiveClient): void
  /** Tenants with a connected console in this process. */
  tenants(): string[]
  /** Users of a tenant with a connected console in this process. */
  usersOf(tenantId: string): Set<string>
  /** Sends every console of a tenant the message that `choose` returns for its user; undefined for none. */
  tell(tenantId: string, choose: (userId: string) => string | undefined): void
  /** Pings every console, and drops those that didn't respond to the last ping. */
  beat(): void
  close(): void
}

/** No screen shows live changes of these. */
const quietTables: ReadonlySet<string> = new Set([
  'refresh_token',
  'sign_in_step',
  'used_challenge',
  'one_time_token',
  'row_count',
  'administrator_guard',
  'resource_group_product',
  // Notifications have their own announcements.
  'notification',
  'notification_receipt',
  'notification_reader',
  'notification_delivery',
  'notification_subscription',
  'push_subscription',
  'expiry_notice',
  'usage_batch',
  'service_event',
  'quota_alert',
])

/** Frequent, such as sign-ins, and shown on few screens: they are told at a pace of their own. */
const logTables: ReadonlySet<string> = new Set(['system_log'])

/** All tables: any of them can have changed, so every console reloads. */
const anyTable = '*'

/** Ids of requests that one message carries. */
const mostRequests = 10

/** Changes within this time are sent together; longer for many consoles, so that bulk work stays cheap. */
const shortestPauseMs = 50
const consolesPerMs = 10
const shortestLogPauseMs = 1_000
const consolesPerLogMs = 1
/** From as many consoles on, a user who has this many gets no more: each costs memory of this process. */
const usualLimits = { crowded: 12_000, ofUser: 100 }
/** Consoles with more unread data than this are dropped. */
const mostBufferedBytes = 1_048_576
const open = 1

export const encode = (message: LiveServerMessage): string => JSON.stringify(message)
const pingMessage = encode({ type: 'ping' })
const permissionsMessage = encode({ type: 'permissions' })
const endedMessage = encode({ type: 'ended' })

/** What one message will tell; the id of a change that no request made is empty. */
interface Pending {
  tables: Set<string>
  requests: Set<string>
  /** Permissions can have changed. */
  isOfPermissions: boolean
}

interface Noted {
  tables: readonly string[]
  requestId: string
  isOfPermissions: boolean
}

export function createHub({ changes, openSessions, onError, limits = usualLimits }: HubOptions): Hub {
  const clients = new Map<string, Set<LiveClient>>()
  const countOfUser = new Map<string, number>()
  const pending = new Map<string, Pending>()
  const timers = new Set<NodeJS.Timeout>()
  let size = 0

  const stop = changes.onChange(hear)

  function hear(message: ChangeMessage): void {
    if (message.kind === 'missed') {
      for (const tenantId of clients.keys()) note(tenantId, { tables: [anyTable], requestId: '', isOfPermissions: true })
      return
    }
    const noted = { ...message, isOfPermissions: changesPermissions(message) }
    if (message.kind === 'changedEverywhere') for (const tenantId of clients.keys()) note(tenantId, noted)
    else if (clients.has(message.tenantId)) note(message.tenantId, noted)
  }

  function note(tenantId: string, { tables, requestId, isOfPermissions }: Noted): void {
    const logs = tables.filter((table) => logTables.has(table))
    const others = tables.filter((table) => !logTables.has(table))
    const consoles = clients.get(tenantId)?.size ?? 0
    if (others.length > 0)
      collect(tenantId, tenantId, { tables: others, requestId, isOfPermissions }, Math.max(shortestPauseMs, consoles / consolesPerMs))
    if (logs.length > 0) {
      const pauseMs = Math.max(shortestLogPauseMs, consoles / consolesPerLogMs)
      collect(`${tenantId} logs`, tenantId, { tables: logs, requestId, isOfPermissions: false }, pauseMs)
    }
  }

  function collect(key: string, tenantId: string, { tables, requestId, isOfPermissions }: Noted, pauseMs: number): void {
    const noted = pending.get(key)
    if (noted) {
      for (const table of tables) noted.tables.add(table)
      noted.requests.add(requestId)
      noted.isOfPermissions ||= isOfPermissions
      return
    }
    const all: Pending = { tables: new Set(tables), requests: new Set([requestId]), isOfPermissions }
    pending.set(key, all)
    const timer = setTimeout(() => {
      timers.delete(timer)
      pending.delete(key)
      tellChanges(tenantId, all).catch(onError)
    }, pauseMs)
    timers.add(timer)
  }

  async function tellChanges(tenantId: string, { tables, requests, isOfPermissions }: Pending): Promise<void> {
    const isAny = tables.has(anyTable)
    if (isAny || tables.has('user_session') || tables.has('tenant')) await dropEnded(tenantId)
    const told = [...tables].filter((table) => !quietTables.has(table))
    const by = requests.has('') || requests.size > mostRequests ? {} : { requests: [...requests] }
    const changed = encode(isAny ? { type: 'changed' } : { type: 'changed', tables: told, ...by })
    for (const client of clients.get(tenantId) ?? []) {
      if (isOfPermissions) send(client, permissionsMessage)
      if (told.length > 0) send(client, changed)
    }
  }

  async function dropEnded(tenantId: string): Promise<void> {
    const here = [...(clients.get(tenantId) ?? [])]
    const stillOpen = await openSessions(tenantId, [...new Set(here.map((client) => client.sessionId))])
    for (const client of here) {
      if (stillOpen.has(client.sessionId)) continue
      send(client, endedMessage)
      client.socket.close(liveCloseUnauthenticated)
      remove(client)
    }
  }

  function send(client: LiveClient, message: string): void {
    const { socket } = client
    if (socket.readyState !== open) return
    if (socket.bufferedAmount > mostBufferedBytes) {
      socket.terminate()
      remove(client)
    } else socket.send(message)
  }

  function remove(client: LiveClient): void {
    const others = clients.get(client.tenantId)
    if (!others?.delete(client)) return
    size--
    const ofUser = countOfUser.get(client.userId) ?? 0
    if (ofUser > 1) countOfUser.set(client.userId, ofUser - 1)
    else countOfUser.delete(client.userId)
    if (others.size === 0) clients.delete(client.tenantId)
  }

  return {
    get size() {
      return size
    },
    add(client) {
      const ofUser = countOfUser.get(client.userId) ?? 0
      if (size >= limits.crowded && ofUser >= limits.ofUser) return false
      countOfUser.set(client.userId, ofUser + 1)
      const others = clients.get(client.tenantId)
      if (others) others.add(client)
      else clients.set(client.tenantId, new Set([client]))
      size++
      return true
    },
    remove,
    tenants: () => [...clients.keys()],
    usersOf: (tenantId) => new Set([...(clients.get(tenantId) ?? [])].map(({ userId }) => userId)),
    tell(tenantId, choose) {
      for (const client of clients.get(tenantId) ?? []) {
        const message = choose(client.userId)
        if (message !== undefined) send(client, message)
      }
    },
    beat() {
      for (const client of [...clients.values()].flatMap((group) => [...group])) {
        if (client.isAnswering) {
          client.isAnswering = false
          send(client, pingMessage)
        } else {
          client.socket.terminate()
          remove(client)
        }
      }
    },
    close() {
      stop()
      for (const timer of timers) clearTimeout(timer)
      for (const group of clients.values()) for (const { socket } of group) socket.close(1001)
      clients.clear()
      size = 0
    },
  }
}
