import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import {
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
  type Notification,
  type PushSubscriptionItem,
  type Subscription,
} from './schemas.ts'

const tag = 'Messages'

export const exampleNotification: Notification = {
  notificationId: '0199c0de-5555-7c11-9d59-3b8f5f1c2a44',
  status: 'UNACKNOWLEDGED',
  messageType: 'GroupCreated',
  namespace: 'identity',
  kind: 'success',
  createdDate: '2026-03-14T09:26:53.589Z',
  properties: {
    displayHeader: 'Group created',
    displayMessage: 'ada.lindqvist@northwind-re.example created the group Analysts.',
    GroupId: '0199c0de-3333-7c11-9d59-3b8f5f1c2a44',
    parameters: { groupName: 'Analysts', actorName: 'ada.lindqvist@northwind-re.example' },
  },
}

const exampleSubscription: Subscription = { eventType: 'GroupCreated', namespace: 'identity', subscriptionTypes: ['email'] }

const examplePushSubscription: PushSubscriptionItem = {
  pushSubscriptionId: '0199c0de-6666-7c11-9d59-3b8f5f1c2a44',
  endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAA',
  device: 'Firefox 140 on Windows',
  createdDate: '2026-03-14T09:26:53.589Z',
}

export const notificationsDocs = operations(endpoints, {
  listNotifications: {
    summary: "List the caller's notifications, newest first",
    description:
      'For the next page, send the id of the last item as `before`. Every response has a `cursor`; sent as `since`, it returns only what is newer than that response, at most `limit` items. Notifications from around that time can be returned twice, but are never missed: recognize them by their ids.',
    tag,
    query: listNotificationsQuery,
    response: listNotificationsResponse,
    errors: [],
    examples: {
      query: { unread: 'true' },
      response: { items: [exampleNotification], hasMore: false, unreadCount: 1, cursor: '7f3a' },
    },
  },
  getUnreadCount: {
    summary: "Count the caller's unread notifications",
    tag,
    response: getUnreadCountResponse,
    errors: [],
    examples: { response: { unreadCount: 3, cursor: '7f3a' } },
  },
  acknowledgeNotification: {
    summary: 'Mark a notification as read',
    tag,
    params: notificationParams,
    errors: ['not_found'],
    examples: { params: { notificationId: exampleNotification.notificationId } },
  },
  acknowledgeAllNotifications: {
    summary: 'Mark every notification as read, up to the newest one shown',
    tag,
    body: acknowledgeAllNotificationsBody,
    response: acknowledgeAllNotificationsResponse,
    errors: [],
    examples: { body: { through: exampleNotification.notificationId }, response: { unreadCount: 0 } },
  },
  dismissNotification: {
    summary: 'Dismiss a notification',
    tag,
    params: notificationParams,
    errors: ['not_found'],
    examples: { params: { notificationId: exampleNotification.notificationId } },
  },
  listSubscriptions: {
    summary: "List the caller's subscriptions",
    description: 'Only event types with at least one subscription.',
    tag,
    response: listSubscriptionsResponse,
    errors: [],
    examples: { response: [exampleSubscription] },
  },
  listSupportedEventTypes: {
    summary: 'List the event types that the caller can subscribe to',
    description: 'Only types whose notifications the caller can see.',
    tag,
    response: listSupportedEventTypesResponse,
    errors: [],
    examples: {
      response: [
        {
          eventType: 'GroupCreated',
          namespace: 'identity',
          subscriptionTypes: ['email', 'push'],
          displayName: 'Group created',
          description: 'Someone created a group.',
        },
      ],
    },
  },
  saveSubscriptions: {
    summary: 'Subscribe to event types',
    description:
      "Each item replaces the caller's subscriptions for its event type; an empty list of subscription types ends them. Other event types stay as they are. Returns all subscriptions of the caller.",
    tag,
    body: saveSubscriptionsBody,
    response: saveSubscriptionsResponse,
    errors: ['event_type_unavailable', 'event_namespace_wrong'],
    examples: { body: [exampleSubscription], response: [exampleSubscription] },
  },
  getPushKey: {
    summary: 'Get the key that browsers subscribe with (`applicationServerKey`)',
    tag,
    response: getPushKeyResponse,
    errors: [],
    examples: {
      response: { publicKey: 'BIbjCoVklTIiXYjv3Z5WS9oemREJPCOFVHwpAxQphYoA5FOTzG-xOq6GiK31R-NF--qzgT3_C2jurmRX_N6nY9g' },
    },
  },
  listPushSubscriptions: {
    summary: "List the caller's browsers that get push notifications",
    tag,
    response: listPushSubscriptionsResponse,
    errors: [],
    examples: { response: [examplePushSubscription] },
  },
  addPushSubscription: {
    summary: 'Send push notifications to this browser',
    description: 'Updates a browser that is already known. If it belonged to another user of the tenant, it now belongs to the caller.',
    tag,
    body: pushSubscriptionInput,
    response: pushSubscriptionSchema,
    errors: ['push_endpoint_refused', 'push_limit_reached'],
    ratePerMinute: 30,
    examples: {
      body: {
        endpoint: examplePushSubscription.endpoint,
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      },
      response: examplePushSubscription,
    },
  },
  removePushSubscription: {
    summary: 'Stop sending push notifications to a browser',
    tag,
    params: removePushSubscriptionParams,
    errors: ['not_found'],
    examples: { params: { pushSubscriptionId: examplePushSubscription.pushSubscriptionId } },
  },
})
