import type { Endpoint } from '../http.ts'
import type {
  acknowledgeAllNotificationsBody,
  acknowledgeAllNotificationsResponse,
  getPushKeyResponse,
  getUnreadCountResponse,
  listNotificationsQuery,
  listNotificationsResponse,
  listPushSubscriptionsResponse,
  listSubscriptionsResponse,
  listSupportedEventTypesResponse,
  notificationParams,
  pushSubscriptionInput,
  pushSubscriptionSchema,
  removePushSubscriptionParams,
  saveSubscriptionsBody,
  saveSubscriptionsResponse,
} from './schemas.ts'

/**
 * Notifications, subscriptions and browser push (first specification file, section 3; second, sections 3 and 7). All of
 * these concern the caller only; none can name another user. The texts are in `message-text.ts`.
 */

export const listNotifications: Endpoint<{ query: typeof listNotificationsQuery; response: typeof listNotificationsResponse }> = {
  id: 'listNotifications',
  method: 'GET',
  path: '/messages/notifications',
  access: { signedIn: true, as: 'user' },
}

export const getUnreadCount: Endpoint<{ response: typeof getUnreadCountResponse }> = {
  id: 'getUnreadCount',
  method: 'GET',
  path: '/messages/notifications/unread-count',
  access: { signedIn: true, as: 'user' },
}

export const acknowledgeNotification: Endpoint<{ params: typeof notificationParams }> = {
  id: 'acknowledgeNotification',
  method: 'POST',
  path: '/messages/notifications/{notificationId}/acknowledge',
  access: { signedIn: true, as: 'user' },
  repeatable: true,
  status: 204,
}

export const acknowledgeAllNotifications: Endpoint<{
  body: typeof acknowledgeAllNotificationsBody
  response: typeof acknowledgeAllNotificationsResponse
}> = {
  id: 'acknowledgeAllNotifications',
  method: 'POST',
  path: '/messages/notifications/acknowledge',
  access: { signedIn: true, as: 'user' },
  repeatable: true,
}

export const dismissNotification: Endpoint<{ params: typeof notificationParams }> = {
  id: 'dismissNotification',
  method: 'DELETE',
  path: '/messages/notifications/{notificationId}',
  access: { signedIn: true, as: 'user' },
  status: 204,
}

export const listSubscriptions: Endpoint<{ response: typeof listSubscriptionsResponse }> = {
  id: 'listSubscriptions',
  method: 'GET',
  path: '/messages/subscriptions',
  access: { signedIn: true, as: 'user' },
}

export const listSupportedEventTypes: Endpoint<{ response: typeof listSupportedEventTypesResponse }> = {
  id: 'listSupportedEventTypes',
  method: 'GET',
  path: '/messages/subscriptions/supportedEventTypes',
  access: { signedIn: true },
}

export const saveSubscriptions: Endpoint<{ body: typeof saveSubscriptionsBody; response: typeof saveSubscriptionsResponse }> = {
  id: 'saveSubscriptions',
  method: 'POST',
  path: '/messages/subscriptions',
  access: { signedIn: true, as: 'user' },
  repeatable: true,
}

export const getPushKey: Endpoint<{ response: typeof getPushKeyResponse }> = {
  id: 'getPushKey',
  method: 'GET',
  path: '/messages/push/key',
  access: { signedIn: true },
}

export const listPushSubscriptions: Endpoint<{ response: typeof listPushSubscriptionsResponse }> = {
  id: 'listPushSubscriptions',
  method: 'GET',
  path: '/messages/push/subscriptions',
  access: { signedIn: true, as: 'user' },
}

export const addPushSubscription: Endpoint<{ body: typeof pushSubscriptionInput; response: typeof pushSubscriptionSchema }> = {
  id: 'addPushSubscription',
  method: 'POST',
  path: '/messages/push/subscriptions',
  access: { signedIn: true, as: 'user' },
  repeatable: true,
  status: 201,
}

export const removePushSubscription: Endpoint<{ params: typeof removePushSubscriptionParams }> = {
  id: 'removePushSubscription',
  method: 'DELETE',
  path: '/messages/push/subscriptions/{pushSubscriptionId}',
  access: { signedIn: true, as: 'user' },
  status: 204,
}
