import type { Notification, NotificationStatus } from '@steward/contract/notifications/schemas'
import type { Language } from '@steward/contract/languages'
import { messageTypeOf } from '@steward/contract/catalog/message-types'
import { messageText, notificationKind } from '@steward/contract/message-text'
import type { NotificationRow } from './queries.ts'

/** A row as a contract notification, in a language. */
export function toNotification(row: NotificationRow, status: NotificationStatus, language: Language, now: Date): Notification {
  const { message_type: messageType, properties } = row
  // A type from a later version is shown by its name.
  const text = messageText(messageType, properties, language) ?? { header: messageType, message: '' }
  return {
    notificationId: row.notification_id,
    status,
    messageType,
    namespace: messageTypeOf(messageType)?.namespace ?? '',
    kind: notificationKind(messageType, properties, now.getTime()),
    createdDate: row.created_at.toISOString(),
    properties: { displayHeader: text.header, displayMessage: text.message, ...properties },
  }
}
