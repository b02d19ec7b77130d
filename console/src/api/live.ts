import { liveCloseUnauthenticated, livePath } from '@steward/contract/live'
import type { LiveServerMessage } from '@steward/contract/live-schemas'
import type { Notification } from '@steward/contract/notifications/schemas'

/** Live updates: changes by other administrators, as the server announces them. */
export interface LiveHandlers {
  accessToken: () => Promise<string | undefined>
  /** Rows of these tables changed, by these requests; tables are undefined after a reconnect: anything might have changed. */
  changed: (tables: readonly string[] | undefined, requests?: readonly string[]) => void
  permissions: () => void
  /** New notifications for the signed-in user. */
  notifications: (items: readonly Notification[]) => void
  /** The user read notifications elsewhere, or some might have been missed. */
  notificationsChanged: () => void
  /** Whether live updates are connected. */
  connected: (isConnected: boolean) => void
  /** The token was rejected; resolves when there might be a better one. */
  renew: () => Promise<void>
  /** The session was ended from elsewhere. */
  ended: () => void
}

const firstDelayMs = 1_000
const longestDelayMs = 60_000
/** The server pings; silence beyond this means that the connection is dead. */
const silenceMs = 90_000

/** Keeps a connection until the returned function is called. */
export function startLive(handlers: LiveHandlers): () => void {
  let stopped = false
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let wasConnected = false

  const again = () => {
    clearTimeout(silence)
    if (stopped) return
    // Full jitter: after a server restart, thousands of consoles don't reconnect at the same moment.
    const delay = Math.random() * Math.min(longestDelayMs, firstDelayMs * 2 ** failures++)
    timer = setTimeout(
      () => {
        timer = undefined
        void connect()
      },
      Math.max(250, delay),
    )
  }

  const heard = (to: WebSocket) => {
    clearTimeout(silence)
    silence = setTimeout(() => {
      // A browser waits for the other side to close, which never happens on a dead connection.
      to.onclose = null
      to.onmessage = null
      to.close()
      handlers.connected(false)
      again()
    }, silenceMs)
  }

  const connect = async () => {
    const token = await handlers.accessToken().catch(() => undefined)
    if (stopped) return
    if (token === undefined) return again()
    const opened = new WebSocket(livePath)
    socket = opened
    // Also while connecting: a proxy can accept the request and never answer.
    heard(opened)
    opened.onopen = () => {
      opened.send(JSON.stringify({ type: 'authenticate', accessToken: token }))
    }
    opened.onmessage = (event: MessageEvent<string>) => {
      heard(opened)
      // Our own server; the contract types its messages.
      const message = JSON.parse(event.data) as LiveServerMessage
      switch (message.type) {
        case 'ready':
          failures = 0
          if (wasConnected) handlers.changed(undefined)
          wasConnected = true
          handlers.connected(true)
          break
        case 'changed':
          handlers.changed(message.tables, message.requests)
          break
        case 'permissions':
          handlers.permissions()
          break
        case 'notifications':
          handlers.notifications(message.items)
          break
        case 'notifications_changed':
          handlers.notificationsChanged()
          break
        case 'ended':
          // The server closes the connection too. There is nothing to renew, and the reason is known.
          opened.onclose = null
          clearTimeout(silence)
          handlers.ended()
          break
        case 'ping':
          opened.send(JSON.stringify({ type: 'pong' }))
      }
    }
    opened.onclose = (event) => {
      handlers.connected(false)
      if (event.code === liveCloseUnauthenticated) void handlers.renew().then(again)
      else again()
    }
  }

  // The browser is the first to know that the network is back.
  const online = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    void connect()
  }
  window.addEventListener('online', online)

  void connect()
  return () => {
    stopped = true
    window.removeEventListener('online', online)
    clearTimeout(timer)
    clearTimeout(silence)
    if (socket) socket.onclose = null
    socket?.close()
  }
}
