import { listPushSubscriptions, listSubscriptions, listSupportedEventTypes } from '@steward/contract/notifications/endpoints'
import { endpointQuery } from '../api/query.ts'

/** The data of the notification settings. */
export const supportedQuery = endpointQuery(listSupportedEventTypes, [], {})
export const subscriptionsQuery = endpointQuery(listSubscriptions, ['notification_subscription'], {})
export const devicesQuery = endpointQuery(listPushSubscriptions, ['push_subscription'], {})
