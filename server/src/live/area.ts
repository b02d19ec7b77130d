import type { Area } from '../area.ts'
import type { Shared } from '../shared.ts'
import type { Hub } from './hub.ts'
import type { LiveAuthenticator } from './authenticator.ts'
import { type LiveOptions, createLive } from './socket.ts'

export interface LiveArea extends Area {
  hub: Hub
}

/** The sessions that the websocket needs. */
export interface LiveSessions {
  service: { authenticator: LiveAuthenticator }
  openAmong: LiveOptions['openSessions']
}

/** The websocket of consoles. */
export function createLiveArea({ changes, log, config }: Shared, { session }: { session: LiveSessions }): LiveArea {
  const { authenticator } = session.service
  const { hub, register } = createLive({ changes, log, publicUrl: config.publicUrl, authenticator, openSessions: session.openAmong })
  return { name: 'live', hub, bind: (_bind, http) => register(http) }
}
