import { messageText } from '@steward/contract/message-text'
import type { Notification } from '@steward/contract/notifications/schemas'
import { m } from '@steward/contract/paraglide/messages'

/** The screen reader text for a new notification, in the console's language: the server sends all users the same text. */
export function announcementOf(news: readonly Notification[]): string {
  const [first] = news
  if (first === undefined) return ''
  if (news.length > 1) return m.notifications_new_many({ count: news.length })
  const { displayHeader, displayMessage } = first.properties
  const text = messageText(first.messageType, first.properties) ?? { header: displayHeader, message: displayMessage }
  return m.notifications_new(text)
}
