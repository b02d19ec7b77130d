import { z } from 'zod'

/** The websocket at `/sml/websocket`: what console and server say to each other. */

export const livePath = '/sml/websocket'

/** The first message of a console; nothing else is read from it but `pong`. */
export const liveClientMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('authenticate'), accessToken: z.string().max(4096) }),
  z.strictObject({ type: z.literal('pong') }),
])
export type LiveClientMessage = z.output<typeof liveClientMessage>

export const liveServerMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  /** Another transaction of the tenant changed rows of these tables. */
  z.strictObject({ type: z.literal('changed'), tables: z.array(z.string()) }),
  /** The facts behind the own permissions may have changed. */
  z.strictObject({ type: z.literal('permissions') }),
  /** The session was ended from elsewhere. */
  z.strictObject({ type: z.literal('ended') }),
  z.strictObject({ type: z.literal('ping') }),
])
export type LiveServerMessage = z.output<typeof liveServerMessage>

/** The server closes with this code where the token does not hold. */
export const liveCloseUnauthenticated = 4401
