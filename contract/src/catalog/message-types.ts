import type { PermissionName } from '../rules/permission-names.ts'

/**
 * Every type of message that the platform sends to users, as data (first specification file, section 3). The texts are
 * in the message catalog (`message-text.ts`).
 */

/** Channels besides the console itself. Users only get messages there if they subscribe. */
export const subscriptionTypes = ['email', 'push'] as const
export type SubscriptionType = (typeof subscriptionTypes)[number]

export const notificationKinds = ['error', 'info', 'success'] as const
export type NotificationKind = (typeof notificationKinds)[number]

export interface MessageType {
  messageType: string
  /** The part of the platform that sends it; subscriptions name it along with the type. */
  namespace: string
  /** The severity until `urgentDays` before the announced end. */
  kind: NotificationKind
  /** From this many days before the announced end, it is shown as an error. */
  urgentDays?: number
  /** The permission a user needs to receive it. */
  permission: PermissionName
  /** The console page it links to, below `/home`; `{GroupId}` is replaced by that property, `{vintage}` by that parameter. */
  path?: string
  /** Days until it is deleted, read or not. */
  retentionDays: number
  subscriptionTypes: readonly SubscriptionType[]
}

const expiring = { kind: 'info', urgentDays: 7, retentionDays: 90, subscriptionTypes } as const
const licenses = { ...expiring, namespace: 'entitlements', permission: 'Navigation.Licenses' } as const
/** Not in the specification: warns before a quota is used up and jobs have to wait. */
const quotas = {
  namespace: 'entitlements',
  permission: 'Navigation.Licenses',
  path: '/company/company-licenses/quotas',
  retentionDays: 30,
  subscriptionTypes,
} as const
const groups = { namespace: 'identity', permission: 'Admin.ViewGroups', retentionDays: 30, subscriptionTypes } as const
/** Sent only to the person who started the export. The page checks that they still have access to the data. */
const exports = {
  namespace: 'exports',
  permission: 'Navigation.Launchpad',
  path: '/download?file={FileId}',
  retentionDays: 7,
  subscriptionTypes,
} as const

/** Sent only to the person who uploaded the rates. */
const rateUploads = {
  namespace: 'reference-data',
  permission: 'Admin.ViewCurrencySchemes',
  // How the upload ended, with its refused lines.
  path: '/reference-data/currencies/currency-schemes/{schemeCode}/{vintage}/upload',
  retentionDays: 30,
  subscriptionTypes,
} as const

export const messageTypes = [
  { ...licenses, messageType: 'ExpiringAppEntitlementsEvent', path: '/company/company-licenses' },
  { ...licenses, messageType: 'ExpiringDataEntitlementsEvent', path: '/company/company-licenses/data' },
  { ...licenses, messageType: 'ExpiringModelEntitlementsEvent', path: '/company/company-licenses/models' },
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
  // Administrators are mailed without a subscription, so none exists to offer.
  {
    messageType: 'ProvisioningStopped',
    namespace: 'scim',
    kind: 'error',
    permission: 'Admin.ManageScimTokens',
    path: '/company/scim-management',
    retentionDays: 30,
    subscriptionTypes: ['push'],
  },
  {
    messageType: 'LogStreamPaused',
    namespace: 'log-streams',
    kind: 'error',
    permission: 'Admin.TenantAdministrator',
    path: '/developer-administration/log-streams/{logStreamId}',
    retentionDays: 30,
    subscriptionTypes,
  },
  {
    messageType: 'FactorResetRequested',
    namespace: 'identity',
    kind: 'info',
    permission: 'Admin.TenantAdministrator',
    path: '/user-administration/users/{userId}/sessions',
    retentionDays: 7,
    subscriptionTypes,
  },
  { ...exports, messageType: 'ExportReady', kind: 'success' },
  { ...exports, messageType: 'ExportFailed', kind: 'error' },
  { ...rateUploads, messageType: 'RateUploadFinished', kind: 'success' },
  { ...rateUploads, messageType: 'RateUploadRefused', kind: 'error' },
  {
    messageType: 'CurrencySchemeDueEvent',
    namespace: 'reference-data',
    kind: 'info',
    permission: 'Admin.ViewCurrencySchemes',
    path: '/reference-data/currencies/currency-schemes/{schemeCode}',
    retentionDays: 90,
    subscriptionTypes,
  },
  // Second specification file, section 6: disabled unless the user has data vault access and the flag is on.
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

/** The type with that name; undefined if a newer server sends one that this code does not know. */
export const messageTypeOf = (messageType: string): MessageType | undefined => byName.get(messageType)
