import type { PermissionName } from '../rules/permission-names.ts'

/**
 * What the platform tells its users: every type of message, as data (first specification file, section 3). Their words stand
 * in the message catalogue (`message-text.ts`).
 */

/** Ways a message reaches a user beside the console itself; nobody is sent any without having subscribed. */
export const subscriptionTypes = ['email', 'push'] as const
export type SubscriptionType = (typeof subscriptionTypes)[number]

export const notificationKinds = ['error', 'info', 'success'] as const
export type NotificationKind = (typeof notificationKinds)[number]

export interface MessageType {
  messageType: string
  /** The part of the platform it comes from; a subscription names it beside the type. */
  namespace: string
  /** How it is shown until `urgentDays` before what it announces. */
  kind: NotificationKind
  /** From this many days before the announced end on it is shown as an error. */
  urgentDays?: number
  /** What a user needs to be told: whoever may not see the thing hears nothing of it. */
  permission: PermissionName
  /** The page of the console it leads to, below `/home`; `{GroupId}` or `{FileId}` stands for that property. */
  path?: string
  /** Days after which it is forgotten, read or not. */
  retentionDays: number
  subscriptionTypes: readonly SubscriptionType[]
}

const expiring = { kind: 'info', urgentDays: 7, retentionDays: 90, subscriptionTypes } as const
const licences = { ...expiring, namespace: 'entitlements', permission: 'Navigation.Licenses' } as const
/** Beyond the specification: what is nearly used up is told of before work has to wait. */
const quotas = {
  namespace: 'entitlements',
  permission: 'Navigation.Licenses',
  path: '/company/company-licenses/quotas',
  retentionDays: 30,
  subscriptionTypes,
} as const
const groups = { namespace: 'identity', permission: 'Admin.ViewGroups', retentionDays: 30, subscriptionTypes } as const
/** Told only to whoever made the export; the page itself asks whether they may still see what it holds. */
const exports = {
  namespace: 'exports',
  permission: 'Navigation.Launchpad',
  path: '/download?file={FileId}',
  retentionDays: 7,
  subscriptionTypes,
} as const

export const messageTypes = [
  { ...licences, messageType: 'ExpiringAppEntitlementsEvent', path: '/company/company-licenses' },
  { ...licences, messageType: 'ExpiringDataEntitlementsEvent', path: '/company/company-licenses/data' },
  { ...licences, messageType: 'ExpiringModelEntitlementsEvent', path: '/company/company-licenses/models' },
  { ...quotas, messageType: 'QuotaWarning', kind: 'info' },
  { ...quotas, messageType: 'QuotaCritical', kind: 'error' },
  { ...groups, messageType: 'GroupCreated', kind: 'success', path: '/user-administration/groups/{GroupId}' },
  { ...groups, messageType: 'GroupDeleted', kind: 'info', path: '/user-administration/groups' },
  { ...groups, messageType: 'GroupUpdated', kind: 'info', path: '/user-administration/groups/{GroupId}' },
  {
    ...expiring,
    messageType: 'ExpiringScimTokenEvent',
    namespace: 'scim',
    permission: 'Admin.ManageScimTokens',
    path: '/company/scim-management',
  },
  {
    ...expiring,
    messageType: 'ExpiringSingleSignOnEvent',
    namespace: 'federation',
    permission: 'Admin.ConfigureSSO',
    path: '/company/sso',
  },
  {
    ...expiring,
    messageType: 'DomainProofMissing',
    namespace: 'federation',
    kind: 'error',
    permission: 'Admin.ConfigureSSO',
    path: '/company/sso/domains',
  },
  // Administrators are mailed whether they have subscribed or not; so there is no mail to subscribe to.
  {
    messageType: 'ProvisioningStopped',
    namespace: 'scim',
    kind: 'error',
    permission: 'Admin.ManageScimTokens',
    path: '/company/scim-management',
    retentionDays: 30,
    subscriptionTypes: ['push'],
  },
  { ...exports, messageType: 'ExportReady', kind: 'success' },
  { ...exports, messageType: 'ExportFailed', kind: 'error' },
  // Second specification file, section 6: disabled unless the user has data vault access and the flag.
  {
    messageType: 'DataVaultStorageExceeded',
    namespace: 'storage',
    kind: 'error',
    permission: 'Monitoring.DataVaultStorageNotification',
    path: '/monitoring/system-usage/platform',
    retentionDays: 90,
    subscriptionTypes,
  },
] as const satisfies readonly MessageType[]

export type MessageTypeName = (typeof messageTypes)[number]['messageType']

const byName: ReadonlyMap<string, MessageType> = new Map(messageTypes.map((type) => [type.messageType, type]))

/** The type of that name; undefined where a newer server knows one that this code does not. */
export const messageTypeOf = (messageType: string): MessageType | undefined => byName.get(messageType)
