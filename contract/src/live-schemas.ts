import { z } from 'zod'
import { notificationSchema } from './notifications/schemas.ts'
import { exactText } from './text.ts'

/** The first message of a console; nothing else is read from it but `pong`. */
export const liveClientMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('authenticate'), accessToken: exactText(4096) }),
  z.strictObject({ type: z.literal('pong') }),
])
export type LiveClientMessage = z.output<typeof liveClientMessage>

export const liveServerMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  /** Another transaction of the tenant changed rows of these tables; without them any may have changed, because some changes went unheard. */
  z.strictObject({ type: z.literal('changed'), tables: z.array(z.string()).optional() }),
  /** The facts behind the own permissions may have changed. */
  z.strictObject({ type: z.literal('permissions') }),
  /**
   * New notifications for this user, oldest first; `displayHeader` and `displayMessage` are in English, because everybody is
   * told at once: `messageText` writes them in another language.
   */
  z.strictObject({ type: z.literal('notifications'), items: z.array(notificationSchema) }),
  /**
   * Own notifications were read or removed in another tab, or some may have gone untold: ask for the unread count, and for
   * what came since the last cursor.
   */
  z.strictObject({ type: z.literal('notifications_changed') }),
  /** The session was ended from elsewhere. */
  z.strictObject({ type: z.literal('ended') }),
  z.strictObject({ type: z.literal('ping') }),
])
export type LiveServerMessage = z.output<typeof liveServerMessage>
