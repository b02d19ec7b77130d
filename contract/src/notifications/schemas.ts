import { z } from 'zod'
import { messageTypes, notificationKinds, subscriptionTypes, type MessageTypeName } from '../catalog/message-types.ts'
import { entityId, queryBoolean, timestamp } from '../fields.ts'
import { httpAddress, lineText } from '../text.ts'

const names = messageTypes.map(({ messageType }) => messageType)
const eventType = z.enum(names as [MessageTypeName, ...MessageTypeName[]]).meta({ example: 'GroupCreated' })
const subscriptionType = z.enum(subscriptionTypes)

/** ACKNOWLEDGED means read. UNDELIVERED means unread, and every mail and push of it failed. */
export const notificationStatus = z.enum(['UNACKNOWLEDGED', 'ACKNOWLEDGED', 'UNDELIVERED'])
export type NotificationStatus = z.output<typeof notificationStatus>

/** The values in a message's text, such as `groupName`; `names` is a list of at most five. */
export const messageParameters = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]))
export type MessageParameters = z.output<typeof messageParameters>

export const notificationProperties = z.strictObject({
  displayHeader: z.string().meta({ description: 'In the language of the request (Accept-Language)' }),
  displayMessage: z.string().meta({ description: 'In the language of the request; dates are in UTC' }),
  ExpiresAt: timestamp.optional().meta({ description: 'When its subject ends; shown in UTC' }),
  GroupId: z.uuid().optional(),
  ScimTokenId: z.uuid().optional(),
  FileId: z.uuid().optional(),
  parameters: messageParameters.meta({ description: 'The values in the text, for writing it in another language' }),
})
export type NotificationProperties = z.output<typeof notificationProperties>

export const notificationSchema = z.strictObject({
  notificationId: z.uuid(),
  status: notificationStatus,
  messageType: z.string().meta({ description: "A newer server can have types that a console doesn't know", example: 'GroupCreated' }),
  namespace: z.string(),
  kind: z.enum(notificationKinds),
  createdDate: timestamp,
  properties: notificationProperties,
})
export type Notification = z.output<typeof notificationSchema>

const cursor = z.string().regex(/^[\da-z]{1,13}$/)
const unreadCount = z.number().int().meta({ description: 'Exact up to 1,000; then 1,000' })
export const notificationParams = z.strictObject({ notificationId: entityId('notification') })

export const listNotificationsQuery = z.strictObject({
  unread: queryBoolean.optional().meta({ description: 'Only unread notifications' }),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  before: z.uuid().optional(),
  since: cursor.optional(),
})

export const listNotificationsResponse = z.strictObject({ items: z.array(notificationSchema), hasMore: z.boolean(), unreadCount, cursor })

export const getUnreadCountResponse = z.strictObject({ unreadCount, cursor })

export const acknowledgeAllNotificationsBody = z.strictObject({
  through: z.uuid().meta({ description: 'Id of the newest notification shown; newer ones stay unread' }),
})

export const acknowledgeAllNotificationsResponse = z.strictObject({ unreadCount })

// --- Subscriptions ---------------------------------------------------------------------------------------------------

export const subscriptionSchema = z.strictObject({
  eventType,
  namespace: lineText(100),
  subscriptionTypes: z.array(subscriptionType),
})
export type Subscription = z.output<typeof subscriptionSchema>

export const listSubscriptionsResponse = z.array(subscriptionSchema)

export const listSupportedEventTypesResponse = z.array(subscriptionSchema.extend({ displayName: z.string(), description: z.string() }))

export const saveSubscriptionsBody = z.array(subscriptionSchema).min(1).max(50)

export const saveSubscriptionsResponse = z.array(subscriptionSchema)

// --- Browser push (RFC 8030, RFC 8291, RFC 8292) ---------------------------------------------------------------------

const base64url = z.string().regex(/^[\w-]+={0,2}$/)

/** The parts of a browser's `PushSubscription.toJSON()` that are needed. */
export const pushSubscriptionInput = z.strictObject({
  endpoint: httpAddress(),
  keys: z.strictObject({ p256dh: base64url.length(87), auth: base64url.length(22) }),
})

export const pushSubscriptionSchema = z.strictObject({
  pushSubscriptionId: z.uuid(),
  endpoint: z.string().meta({ description: 'By which a browser recognizes its own' }),
  device: z.string().meta({ example: 'Firefox 140 on Windows' }),
  createdDate: timestamp,
})
export type PushSubscriptionItem = z.output<typeof pushSubscriptionSchema>

/** The payload of a push, encrypted for the browser. The service worker shows it and opens `path` below the origin. */
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

export const getPushKeyResponse = z.strictObject({ publicKey: z.string() })

export const listPushSubscriptionsResponse = z.array(pushSubscriptionSchema)

export const removePushSubscriptionParams = z.strictObject({ pushSubscriptionId: entityId('pushSubscription') })
