import {
  acknowledgeAllNotifications,
  acknowledgeNotification,
  addPushSubscription,
  dismissNotification,
  getPushKey,
  getUnreadCount,
  listNotifications,
  listPushSubscriptions,
  listSubscriptions,
  listSupportedEventTypes,
  removePushSubscription,
  saveSubscriptions,
} from '@steward/contract/notifications/endpoints'
import type { Bind } from '../http/binding.ts'
import { languageOf } from '../http/language.ts'
import type { NotificationService } from './service.ts'
import type { PushSubscriptionService } from './push-subscriptions.ts'
import type { SubscriptionService } from './subscriptions.ts'

export interface NotificationServices {
  notifications: NotificationService
  subscriptions: SubscriptionService
  browsers: PushSubscriptionService
  /** The public half of the push key. */
  pushKey: string
}

/** Binds notifications, subscriptions and browser push of the contract. */
export function bindNotificationRoutes(bind: Bind, { notifications, subscriptions, browsers, pushKey }: NotificationServices): void {
  bind(listNotifications, async ({ principal, query, request }) => notifications.list(principal, query, languageOf(request)))
  bind(getUnreadCount, async ({ principal }) => notifications.unread(principal))
  bind(acknowledgeAllNotifications, async ({ principal, body, request }) => notifications.markAll(principal, request.id, body.through))
  bind(acknowledgeNotification, async ({ principal, params, request }) =>
    notifications.mark(principal, request.id, params.notificationId, { dismiss: false }),
  )
  bind(dismissNotification, async ({ principal, params, request }) =>
    notifications.mark(principal, request.id, params.notificationId, { dismiss: true }),
  )

  bind(listSubscriptions, async ({ principal }) => subscriptions.list(principal))
  bind(listSupportedEventTypes, async ({ principal, request }) => subscriptions.supported(principal, languageOf(request)))
  bind(saveSubscriptions, async ({ principal, body, request }) => subscriptions.save(principal, request.id, body))

  bind(getPushKey, async () => ({ publicKey: pushKey }))
  bind(listPushSubscriptions, async ({ principal }) => browsers.list(principal))
  bind(addPushSubscription, async ({ principal, body, request }) =>
    browsers.add(principal, request.id, body, request.headers['user-agent'] ?? ''),
  )
  bind(removePushSubscription, async ({ principal, params, request }) => browsers.remove(principal, request.id, params.pushSubscriptionId))
}
