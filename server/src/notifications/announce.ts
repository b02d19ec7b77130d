import type { PermissionName } from '@steward/contract/rules/permissions'
import { messageTypeOf } from '@steward/contract/catalog/message-types'
import { baseLanguage } from '@steward/contract/languages'
import { systemContext, withTenant } from '../db/tenant.ts'
import { encode } from '../live/hub.ts'
import type { Consoles, NotificationContext } from './context.ts'
import { type Announcement, notificationChannel } from './publish.ts'
import { type NotificationRow, findNotifications } from './queries.ts'
import { toNotification } from './notification.ts'

/** Announcements are collected for this long, and longer for many users, so that bulk work stays cheap. */
const shortestPauseMs = 25
const usersPerMs = 40
/** Larger batches are not sent one by one: the console reloads instead. */
const mostSent = 20
const changed = encode({ type: 'notifications_changed' })

/**
 * Sends notifications to connected consoles, each user only those they can see. Independent of the number of consoles, one
 * query reads the notifications and a fixed number of queries determines who can see them.
 */
export function announceTo(
  consoles: Consoles,
  { changes, db, log, settings, usersGranted }: Pick<NotificationContext, 'changes' | 'db' | 'log' | 'settings' | 'usersGranted'>,
): { close(): void } {
  const pending = new Map<string, Set<string>>()
  const timers = new Set<NodeJS.Timeout>()

  function hear(payload: string): void {
    // Only publish and announceRead write these.
    const announced = JSON.parse(payload) as Announcement
    if ('readBy' in announced) {
      consoles.tell(announced.tenantId, (userId) => (userId === announced.readBy ? changed : undefined))
      return
    }
    const { tenantId, notificationId } = announced
    const noted = pending.get(tenantId)
    if (noted) {
      noted.add(notificationId)
      return
    }
    const users = consoles.usersOf(tenantId).size
    if (users === 0) return
    pending.set(tenantId, new Set([notificationId]))
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        const ids = [...(pending.get(tenantId) ?? [])]
        pending.delete(tenantId)
        tell(tenantId, ids).catch((error: unknown) => log.error({ err: error }, 'consoles could not be notified of a notification'))
      },
      Math.max(shortestPauseMs, users / usersPerMs),
    )
    timers.add(timer)
  }

  async function tell(tenantId: string, ids: readonly string[]): Promise<void> {
    const rows = await withTenant(db, systemContext(tenantId), (tx) => findNotifications(tx, ids), { readOnly: true })
    const audience = await audienceOf(tenantId, rows)
    const now = settings.now()
    const messages = new Map<string, string>()
    consoles.tell(tenantId, (userId) => {
      const own = rows.filter((row) => audience(row, userId))
      if (own.length === 0) return undefined
      if (own.length > mostSent) return changed
      const isRead = (row: NotificationRow) => row.actor_id === userId
      const key = own.map((row) => `${row.notification_id}${isRead(row) ? 'r' : ''}`).join()
      const known = messages.get(key)
      if (known !== undefined) return known
      const items = own.map((row) => toNotification(row, isRead(row) ? 'ACKNOWLEDGED' : 'UNACKNOWLEDGED', baseLanguage, now))
      const message = encode({ type: 'notifications', items })
      messages.set(key, message)
      return message
    })
  }

  /** The recipients of each row, among the connected users. */
  async function audienceOf(
    tenantId: string,
    rows: readonly NotificationRow[],
  ): Promise<(row: NotificationRow, userId: string) => boolean> {
    const users = [...consoles.usersOf(tenantId)]
    const broadcast = rows.filter((row) => row.recipient_id === null)
    const permissions = new Set(broadcast.flatMap((row) => messageTypeOf(row.message_type)?.permission ?? []))
    const granted = new Map<PermissionName, Set<string>>()
    for (const permission of permissions) granted.set(permission, await usersGranted(tenantId, permission, users))
    return (row, userId) => {
      if (row.recipient_id !== null) return row.recipient_id === userId
      const permission = messageTypeOf(row.message_type)?.permission
      return permission !== undefined && granted.get(permission)?.has(userId) === true
    }
  }

  const stops = [
    changes.onPayload(notificationChannel, hear),
    changes.onChange((message) => {
      // Announcements were lost while the connection was down, so every console reloads.
      if (message.kind === 'missed') for (const tenantId of consoles.tenants()) consoles.tell(tenantId, () => changed)
    }),
  ]
  return {
    close() {
      for (const stop of stops) stop()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
