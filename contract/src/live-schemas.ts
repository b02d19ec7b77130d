import { z } from 'zod'
import { notificationSchema } from './notifications/schemas.ts'
import { exactText } from './text.ts'

/** The first message from a console. After it, the server only reads `pong`. */
export const liveClientMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('authenticate'), accessToken: exactText(4096) }),
  z.strictObject({ type: z.literal('pong') }),
])
export type LiveClientMessage = z.output<typeof liveClientMessage>

export const liveServerMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  /**
   * Rows in these tables of the tenant changed. Without tables, any can have changed, because some messages were missed.
   * `requests` are the ids of the requests that changed them; absent if something else did, or too many.
   */
  z.strictObject({ type: z.literal('changed'), tables: z.array(z.string()).optional(), requests: z.array(z.string()).optional() }),
  /** The user's own permissions might have changed. */
  z.strictObject({ type: z.literal('permissions') }),
  /**
   * New notifications for this user, oldest first. `displayHeader` and `displayMessage` are in English, because the same
   * message goes to everyone; `messageText` translates them.
   */
  z.strictObject({ type: z.literal('notifications'), items: z.array(notificationSchema) }),
  /**
   * The user's notifications were read or removed in another tab, or some were missed: request the unread count, and
   * everything since the last cursor.
   */
  z.strictObject({ type: z.literal('notifications_changed') }),
  /** The session was ended elsewhere. */
  z.strictObject({ type: z.literal('ended') }),
  z.strictObject({ type: z.literal('ping') }),
])
export type LiveServerMessage = z.output<typeof liveServerMessage>
