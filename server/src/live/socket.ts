import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import { type LiveClientMessage, type LiveServerMessage, liveClientMessage } from '@steward/contract/live-schemas'
import { liveCloseUnauthenticated, livePath } from '@steward/contract/live'
import type { ChangeListener } from '../db/listen.ts'
import { clientOf } from '../http/client.ts'
import type { LiveAuthenticator } from './authenticator.ts'
import { type Hub, type HubOptions, type LiveClient, createHub } from './hub.ts'
import { type Addresses, watchAddresses } from './sign-in-addresses.ts'

export interface LiveOptions {
  changes: ChangeListener
  log: Pick<Logger, 'error'>
  authenticator: LiveAuthenticator
  /** Returns which of these sessions of a tenant are open. */
  openSessions(tenantId: string, sessionIds: string[]): Promise<Set<string>>
  publicUrl: string
  /** How long a console has to authenticate. */
  authenticateWithinMs?: number
  heartbeatMs?: number
  limits?: HubOptions['limits']
}

/** The consoles of this process. */
export interface Live {
  hub: Hub
  /** Serves the websocket; call it before other routes are bound. */
  register(http: FastifyInstance): Promise<void>
}

const defaultAuthenticateMs = 5_000
const defaultHeartbeatMs = 30_000
/** Enough for an access token and its envelope. */
const mostMessageBytes = 8_192
const ready = JSON.stringify({ type: 'ready' } satisfies LiveServerMessage)
/** Policy violation (RFC 6455, section 7.4.1). */
const closeRefused = 1008
/** Try again later (the WebSocket Close Code Number Registry of IANA). */
const closeLater = 1013

/**
 * The websocket of consoles (`contract/src/live.ts`). The token comes in the first message instead of the URL, so that it isn't
 * logged.
 */
export function createLive(options: LiveOptions): Live {
  const { changes, log, authenticator, openSessions, limits } = options
  const onError = (error: unknown) => log.error({ err: error }, 'consoles could not be notified of a change')
  const hub = createHub({ changes, openSessions, onError, limits })
  const addresses = watchAddresses(changes, authenticator, onError)
  return { hub, register: (http) => serveSocket(http, hub, addresses, options) }
}

async function serveSocket(app: FastifyInstance, hub: Hub, addresses: Addresses, options: LiveOptions): Promise<void> {
  const { authenticator, publicUrl } = options
  const heartbeat = setInterval(() => hub.beat(), options.heartbeatMs ?? defaultHeartbeatMs)
  heartbeat.unref()
  // Runs before the server stops accepting requests, so that sockets don't keep it open.
  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    addresses.close()
    hub.close()
  })
  await app.register(websocket, { options: { maxPayload: mostMessageBytes } })

  function leave(client: LiveClient): void {
    hub.remove(client)
    addresses.remove(client)
  }

  async function welcome(socket: WebSocket, accessToken: string, address: string | undefined): Promise<LiveClient | undefined> {
    const claims = await authenticator.verifyAccessToken(accessToken)
    const isWelcome = claims && (await authenticator.isAllowedFrom(claims.tenantId, address))
    if (!isWelcome || socket.readyState !== socket.OPEN) {
      socket.close(liveCloseUnauthenticated)
      return undefined
    }
    const { tenantId, userId, sessionId } = claims
    const client = { socket, tenantId, userId, sessionId, isAnswering: true }
    if (!hub.add(client)) {
      socket.close(closeLater)
      return undefined
    }
    addresses.add(client, address)
    // Checked again now that the hub knows the console: an end in between wasn't announced.
    const isStillWelcome = (await authenticator.verifyAccessToken(accessToken)) && (await authenticator.isAllowedFrom(tenantId, address))
    if (!isStillWelcome || socket.readyState !== socket.OPEN) {
      leave(client)
      socket.close(liveCloseUnauthenticated)
      return undefined
    }
    socket.send(ready)
    return client
  }

  app.register(async (scope) => {
    scope.get(livePath, { websocket: true }, (socket, request) => {
      if (!isSameOrigin(request, publicUrl)) {
        socket.close(closeRefused)
        return
      }
      let client: LiveClient | undefined
      let isAsked = false
      const patience = setTimeout(() => socket.close(liveCloseUnauthenticated), options.authenticateWithinMs ?? defaultAuthenticateMs)

      socket.on('message', (data, isBinary) => {
        const message = isBinary ? undefined : readMessage(String(data))
        if (client && message?.type === 'pong') {
          client.isAnswering = true
        } else if (!isAsked && message?.type === 'authenticate') {
          isAsked = true
          clearTimeout(patience)
          welcome(socket, message.accessToken, clientOf(request).address).then(
            (welcomed) => {
              client = welcomed
            },
            (error: unknown) => {
              request.log.error({ err: error }, 'a live connection could not be authenticated')
              socket.close(1011) // a server error: the console tries again
            },
          )
        } else socket.close(closeRefused)
      })
      // The library reports broken frames here and closes the socket itself.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        clearTimeout(patience)
        if (client) leave(client)
      })
    })
  })
}

function readMessage(text: string): LiveClientMessage | undefined {
  try {
    return liveClientMessage.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Browsers always send Origin here, and the same-origin policy doesn't apply to websockets (RFC 6455, section 10.2). */
function isSameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const { origin } = request.headers
  if (origin === undefined || origin === new URL(publicUrl).origin) return true
  return URL.parse(origin)?.host === request.host
}
