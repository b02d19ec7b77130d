import { z } from 'zod'
import { httpAddress, lineText } from '../text.ts'
import { messageTypes, notificationKinds, subscriptionTypes, type MessageTypeName } from '../catalogue/message-types.ts'
import { endpoint, entityId, queryBoolean, timestamp } from '../http.ts'

/**
 * Notifications, subscriptions and browser push (first specification file, section 3; second, sections 3 and 7). Everything
 * here is the caller's own: there is no way to name another user. `message-text.ts` has the words.
 */

const tag = 'Messages'

const names = messageTypes.map(({ messageType }) => messageType)
const eventType = z.enum(names as [MessageTypeName, ...MessageTypeName[]]).meta({ example: 'GroupCreated' })
const subscriptionType = z.enum(subscriptionTypes)

/** ACKNOWLEDGED is read. UNDELIVERED is unread, and every mail and push of it failed. */
export const notificationStatus = z.enum(['UNACKNOWLEDGED', 'ACKNOWLEDGED', 'UNDELIVERED'])
export type NotificationStatus = z.output<typeof notificationStatus>

/** What the words of a message name, such as `groupName`; `names` is a list of at most five. */
export const messageParameters = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]))
export type MessageParameters = z.output<typeof messageParameters>

export const notificationProperties = z.strictObject({
  displayHeader: z.string().meta({ description: 'In the language of the request (Accept-Language)' }),
  displayMessage: z.string().meta({ description: 'In the language of the request; dates are in UTC' }),
  ExpiresAt: timestamp.optional().meta({ description: 'When what it is about ends; shown in UTC' }),
  GroupId: z.uuid().optional(),
  ScimTokenId: z.uuid().optional(),
  FileId: z.uuid().optional(),
  parameters: messageParameters.meta({ description: 'What the words name, for writing them in another language' }),
})
export type NotificationProperties = z.output<typeof notificationProperties>

export const notificationSchema = z.strictObject({
  notificationId: z.uuid(),
  status: notificationStatus,
  messageType: z.string().meta({ description: 'A newer server may know types that a console does not', example: 'GroupCreated' }),
  namespace: z.string(),
  kind: z.enum(notificationKinds),
  createdDate: timestamp,
  properties: notificationProperties,
})
export type Notification = z.output<typeof notificationSchema>

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

const cursor = z.string().regex(/^[\da-z]{1,13}$/)
const unreadCount = z.number().int().meta({ description: 'Exact up to 1,000; then 1,000' })
const notificationParams = z.strictObject({ notificationId: entityId('notification') })

export const listNotifications = endpoint({
  id: 'listNotifications',
  method: 'GET',
  path: '/messages/notifications',
  summary: 'Own notifications, newest first',
  description:
    'Page on with `before`, the id of the last item. Every answer carries a `cursor`; with `since` it answers only what came after the answer that carried it, newest first, at most `limit`. What was committed around that moment may be told twice, never not at all: recognise it by its id.',
  tag,
  access: { signedIn: true },
  query: z.strictObject({
    unread: queryBoolean.optional().meta({ description: 'Only what is not acknowledged' }),
    limit: z.coerce.number().int().min(1).max(100).default(20),
    before: z.uuid().optional(),
    since: cursor.optional(),
  }),
  response: z.strictObject({ items: z.array(notificationSchema), hasMore: z.boolean(), unreadCount, cursor }),
  errors: [],
  examples: {
    query: { unread: 'true' },
    response: { items: [exampleNotification], hasMore: false, unreadCount: 1, cursor: '7f3a' },
  },
})

export const getUnreadCount = endpoint({
  id: 'getUnreadCount',
  method: 'GET',
  path: '/messages/notifications/unread-count',
  summary: 'How many own notifications are unread',
  tag,
  access: { signedIn: true },
  response: z.strictObject({ unreadCount, cursor }),
  errors: [],
  examples: { response: { unreadCount: 3, cursor: '7f3a' } },
})

export const acknowledgeNotification = endpoint({
  id: 'acknowledgeNotification',
  method: 'POST',
  path: '/messages/notifications/{notificationId}/acknowledge',
  summary: 'Mark a notification as read',
  tag,
  access: { signedIn: true },
  repeatable: true,
  params: notificationParams,
  response: z.undefined(),
  status: 204,
  errors: ['not_found'],
  examples: { params: { notificationId: exampleNotification.notificationId } },
})

export const acknowledgeAllNotifications = endpoint({
  id: 'acknowledgeAllNotifications',
  method: 'POST',
  path: '/messages/notifications/acknowledge',
  summary: 'Mark every notification as read, up to the newest one that was shown',
  tag,
  access: { signedIn: true },
  repeatable: true,
  body: z.strictObject({
    through: z.uuid().meta({ description: 'Id of the newest notification shown; what came later stays unread' }),
  }),
  response: z.strictObject({ unreadCount }),
  errors: [],
  examples: { body: { through: exampleNotification.notificationId }, response: { unreadCount: 0 } },
})

export const dismissNotification = endpoint({
  id: 'dismissNotification',
  method: 'DELETE',
  path: '/messages/notifications/{notificationId}',
  summary: 'Take a notification off the own list',
  tag,
  access: { signedIn: true },
  params: notificationParams,
  response: z.undefined(),
  status: 204,
  errors: ['not_found'],
  examples: { params: { notificationId: exampleNotification.notificationId } },
})

// --- Subscriptions ---------------------------------------------------------------------------------------------------

export const subscriptionSchema = z.strictObject({
  eventType,
  namespace: lineText(100),
  subscriptionTypes: z.array(subscriptionType),
})
export type Subscription = z.output<typeof subscriptionSchema>

const exampleSubscription: Subscription = { eventType: 'GroupCreated', namespace: 'identity', subscriptionTypes: ['email'] }

export const listSubscriptions = endpoint({
  id: 'listSubscriptions',
  method: 'GET',
  path: '/messages/subscriptions',
  summary: 'What the caller is sent, and how',
  description: 'Only event types with at least one subscription.',
  tag,
  access: { signedIn: true },
  response: z.array(subscriptionSchema),
  errors: [],
  examples: { response: [exampleSubscription] },
})

export const listSupportedEventTypes = endpoint({
  id: 'listSupportedEventTypes',
  method: 'GET',
  path: '/messages/subscriptions/supportedEventTypes',
  summary: 'What the caller may subscribe to',
  description: 'Only the types whose notifications the caller may see.',
  tag,
  access: { signedIn: true },
  response: z.array(subscriptionSchema.extend({ displayName: z.string(), description: z.string() })),
  errors: [],
  examples: {
    response: [
      {
        eventType: 'GroupCreated',
        namespace: 'identity',
        subscriptionTypes: ['email', 'push'],
        displayName: 'Group created',
        description: 'Somebody created a group.',
      },
    ],
  },
})

export const saveSubscriptions = endpoint({
  id: 'saveSubscriptions',
  method: 'POST',
  path: '/messages/subscriptions',
  summary: 'Subscribe to event types',
  description:
    'Each item replaces what the caller had for its event type; an empty list of subscription types ends it. Types that are not named stay as they are. Answers all subscriptions of the caller.',
  tag,
  access: { signedIn: true },
  repeatable: true,
  body: z.array(subscriptionSchema).min(1).max(50),
  response: z.array(subscriptionSchema),
  errors: ['event_type_unavailable', 'event_namespace_wrong'],
  examples: { body: [exampleSubscription], response: [exampleSubscription] },
})

// --- Browser push (RFC 8030, RFC 8291, RFC 8292) ---------------------------------------------------------------------

const base64url = z.string().regex(/^[\w-]+={0,2}$/)

/** As `PushSubscription.toJSON()` of a browser, without what is not needed. */
export const pushSubscriptionInput = z.strictObject({
  endpoint: httpAddress(),
  keys: z.strictObject({ p256dh: base64url.length(87), auth: base64url.length(22) }),
})

export const pushSubscriptionSchema = z.strictObject({
  pushSubscriptionId: z.uuid(),
  endpoint: z.string().meta({ description: 'By which a browser recognises its own' }),
  device: z.string().meta({ example: 'Firefox 140 on Windows' }),
  createdDate: timestamp,
})
export type PushSubscriptionItem = z.output<typeof pushSubscriptionSchema>

const examplePushSubscription: PushSubscriptionItem = {
  pushSubscriptionId: '0199c0de-6666-7c11-9d59-3b8f5f1c2a44',
  endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAA',
  device: 'Firefox 140 on Windows',
  createdDate: '2026-03-14T09:26:53.589Z',
}

/** What a push carries, encrypted for the browser; its service worker shows it and opens `path` below the origin. */
export const pushPayload = z.object({
  notificationId: z.uuid(),
  messageType: z.string(),
  kind: z.enum(notificationKinds),
  title: z.string(),
  body: z.string(),
  path: z.string(),
  language: z.string(),
})
export type PushPayload = z.output<typeof pushPayload>

export const getPushKey = endpoint({
  id: 'getPushKey',
  method: 'GET',
  path: '/messages/push/key',
  summary: 'The key a browser subscribes with (applicationServerKey)',
  tag,
  access: { signedIn: true },
  response: z.strictObject({ publicKey: z.string() }),
  errors: [],
  examples: {
    response: { publicKey: 'BIbjCoVklTIiXYjv3Z5WS9oemREJPCOFVHwpAxQphYoA5FOTzG-xOq6GiK31R-NF--qzgT3_C2jurmRX_N6nY9g' },
  },
})

export const listPushSubscriptions = endpoint({
  id: 'listPushSubscriptions',
  method: 'GET',
  path: '/messages/push/subscriptions',
  summary: 'The browsers that pushes are sent to',
  tag,
  access: { signedIn: true },
  response: z.array(pushSubscriptionSchema),
  errors: [],
  examples: { response: [examplePushSubscription] },
})

export const addPushSubscription = endpoint({
  id: 'addPushSubscription',
  method: 'POST',
  path: '/messages/push/subscriptions',
  summary: 'Send pushes to this browser',
  description: 'A browser that is known already is kept up to date; one that belonged to another user of the tenant changes hands.',
  tag,
  access: { signedIn: true },
  repeatable: true,
  body: pushSubscriptionInput,
  response: pushSubscriptionSchema,
  status: 201,
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
})

export const removePushSubscription = endpoint({
  id: 'removePushSubscription',
  method: 'DELETE',
  path: '/messages/push/subscriptions/{pushSubscriptionId}',
  summary: 'Send no more pushes to a browser',
  tag,
  access: { signedIn: true },
  params: z.strictObject({ pushSubscriptionId: entityId('pushSubscription') }),
  response: z.undefined(),
  status: 204,
  errors: ['not_found'],
  examples: { params: { pushSubscriptionId: examplePushSubscription.pushSubscriptionId } },
})
