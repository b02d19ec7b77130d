import { type MessageType, messageTypes } from '@steward/contract/catalog/message-types'
import { problem } from '@steward/contract/errors'
import type { Language } from '@steward/contract/languages'
import type { Notification } from '@steward/contract/notifications/schemas'
import { withTenant } from '../db/tenant.ts'
import { contextOf } from '../http/context.ts'
import type { Principal } from '../http/principal.ts'
import type { NotificationContext } from './context.ts'
import { announceRead } from './publish.ts'
import {
  type Reader,
  countUnread,
  currentSnapshot,
  markAllThrough,
  markNotification,
  newestNotifications,
  notificationsSince,
} from './queries.ts'
import { toNotification } from './notification.ts'

/**
 * The user of a call: keys have no notifications.
 * @throws person_needed
 */
export function userIdOf(principal: Principal): string {
  if (principal.type !== 'user') throw problem('person_needed')
  return principal.id
}

/** The types of notifications that a principal can see. */
export async function visibleTypes({ isGranted }: Pick<NotificationContext, 'isGranted'>, principal: Principal): Promise<MessageType[]> {
  const granted = await Promise.all(messageTypes.map(({ permission }) => isGranted(principal, permission)))
  return messageTypes.filter((_, index) => granted[index])
}

export interface NotificationQuery {
  unread?: boolean
  limit: number
  before?: string
  since?: string
}

/** List, count and cursor from one snapshot, so that the console counts nothing twice. */
const ofOneMoment = { readOnly: true, snapshot: true } as const

/** A user's notifications. */
export function createNotificationService(ports: NotificationContext) {
  const { db, settings } = ports

  async function readerOf(principal: Principal): Promise<Reader> {
    return { userId: userIdOf(principal), types: (await visibleTypes(ports, principal)).map(({ messageType }) => messageType) }
  }

  return {
    async list(principal: Principal, query: NotificationQuery, language: Language) {
      const { unread = false, limit, before } = query
      const reader = await readerOf(principal)
      return withTenant(
        db,
        contextOf(principal, ''),
        async (tx) => {
          const snapshot = await currentSnapshot(tx)
          const since = query.since === undefined ? undefined : readCursor(query.since)
          const page = { unread, before, limit: limit + 1 }
          // A cursor ahead of the database is from before a restore: then everything counts as new.
          const rows = await (since === undefined || since > snapshot.to
            ? newestNotifications(tx, reader, page)
            : notificationsSince(tx, reader, { ...page, since }))
          const now = settings.now()
          const items: Notification[] = rows.slice(0, limit).map((row) => toNotification(row, row.status, language, now))
          return { items, hasMore: rows.length > limit, unreadCount: await countUnread(tx, reader), cursor: snapshot.from.toString(36) }
        },
        ofOneMoment,
      )
    },

    async unread(principal: Principal) {
      const reader = await readerOf(principal)
      return withTenant(
        db,
        contextOf(principal, ''),
        async (tx) => {
          const { from } = await currentSnapshot(tx)
          return { unreadCount: await countUnread(tx, reader), cursor: from.toString(36) }
        },
        ofOneMoment,
      )
    },

    /**
     * Marks one as read, or removes it from the list.
     * @throws not_found
     */
    async mark(principal: Principal, requestId: string, notificationId: string, how: { dismiss: boolean }): Promise<void> {
      const reader = await readerOf(principal)
      await withTenant(db, contextOf(principal, requestId), async (tx) => {
        if (!(await markNotification(tx, reader, notificationId, how))) throw problem('not_found')
        await announceRead(tx, reader.userId)
      })
    },

    /** Marks all up to a notification as read; returns how many are still unread. */
    async markAll(principal: Principal, requestId: string, through: string): Promise<{ unreadCount: number }> {
      const reader = await readerOf(principal)
      return withTenant(db, contextOf(principal, requestId), async (tx) => {
        await markAllThrough(tx, reader.userId, through)
        await announceRead(tx, reader.userId)
        return { unreadCount: await countUnread(tx, reader) }
      })
    },
  }
}

export type NotificationService = ReturnType<typeof createNotificationService>

/** The transaction in a cursor, which the contract has validated as base-36 digits. */
function readCursor(cursor: string): bigint {
  let value = 0n
  for (const digit of cursor) value = value * 36n + BigInt(Number.parseInt(digit, 36))
  return BigInt.asUintN(64, value)
}
