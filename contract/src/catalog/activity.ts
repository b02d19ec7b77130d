/** The kinds of user activity. Their labels are in the console. */

/** System log events that concern a user. */
export type UserEventKind =
  | 'sign_in'
  | 'sign_in_failed'
  | 'sign_in_new_browser'
  | 'sign_in_unusual_hour'
  | 'account_locked'
  | 'account_unlocked'
  | 'sign_out'
  | 'session_revoked'
  | 'session_lapsed'
  | 'session_moved'
  | 'address_refused'
  | 'token_replayed'
  | 'password_changed'
  | 'password_change_failed'
  | 'password_reset_requested'
  | 'password_set'
  | 'activation_sent'
  | 'mail_failed'
  | 'notification_failed'
  | 'export'
  | 'import'
  | 'scim_token_created'
  | 'scim_token_revoked'
  | 'deprovisioning_limit_decided'
  | 'provisioning_replayed'
  | 'api_key_created'
  | 'api_key_regenerated'
  | 'api_key_overlap_ended'
  | 'api_key_deleted'
  | 'factor_added'
  | 'factor_removed'
  | 'factors_reset'
  | 'factors_reset_requested'
  | 'factors_reset_refused'
  | 'recovery_codes_created'
  | 'recovery_code_used'
  | 'passkey_refused'
  | 'sign_in_reported'
  | 'identity_confirmed'
  | 'identity_not_confirmed'

/** System log events without a user: of the operator, services and the identity provider. */
export type OtherEventKind =
  | 'flag_changed'
  | 'service_token_created'
  | 'service_token_revoked'
  | 'entitlements_ingested'
  | 'license_changed'
  | 'provisioning_stopped'

/** What platform services can report to the system log. */
export const serviceEventKinds = [
  'product_sign_in',
  'product_sign_in_failed',
  'data_imported',
  'data_exported',
  'data_deleted',
  'data_shared',
  'database_restored',
  'integration_failed',
  'maintenance',
] as const
export type ServiceEventKind = (typeof serviceEventKinds)[number]

export type SystemEventKind = UserEventKind | OtherEventKind | ServiceEventKind

/** What events of the system log have besides; events of services have names of their own. */
export const eventDetails = [
  'added',
  'apiKeyName',
  'approvedBy',
  'attemptId',
  'by',
  'change',
  'changed',
  'channel',
  'created',
  'currencySchemeCode',
  'decision',
  'downloaded',
  'endedSessions',
  'eventId',
  'failures',
  'fileId',
  'flag',
  'from',
  'kind',
  'limit',
  'lines',
  'lockedUntil',
  'messageType',
  'method',
  'name',
  'notificationId',
  'operation',
  'package',
  'prefix',
  'previousAddress',
  'product',
  'reason',
  'received',
  'recipient',
  'refusal',
  'removed',
  'scope',
  'sessionId',
  'status',
  'template',
  'tenants',
  'to',
  'token',
  'tokenName',
  'unchanged',
  'until',
  'updated',
  'usedAt',
  'user',
  'version',
  'vintage',
  'what',
] as const
export type EventDetail = (typeof eventDetails)[number]

/** Why a session ended, as its event says under `reason`. */
export const sessionEndReasons = [
  'sign_out',
  'revoked',
  'revoked_by_administrator',
  'password_changed',
  'password_set',
  'token_replayed',
  'signed_in_again',
  'user_disabled',
  'user_deleted',
  'sso_change',
  'factors_reset',
  'reported',
  'provider_sign_out',
  'inactivity',
  'expired',
] as const
export type SessionEndReason = (typeof sessionEndReasons)[number]

/** Why a sign-in failed, as its event says under `reason`. */
export const signInFailureReasons = [
  'password',
  'unknown_user',
  'locked',
  'address',
  'tenant_disabled',
  'disabled',
  'not_activated',
  'identity_provider',
  'code',
  'passkey',
] as const
export type SignInFailureReason = (typeof signInFailureReasons)[number]

/** Entity types in the audit log, as the database triggers name them. */
export const auditCategories = [
  'API key',
  'Currency',
  'Currency scheme',
  'Currency vintage',
  'Data entitlement',
  'ESG scores',
  'Feature flag',
  'Group',
  'Job',
  'Licence',
  'Log stream',
  'Model entitlement',
  'Notification subscription',
  'Open model',
  'Deprovisioning limit',
  'Push subscription',
  'Quota',
  'Resource group',
  'Role',
  'Saved view',
  'SCIM token',
  'Second factor',
  'Second factor reset',
  'Setting',
  'Single sign-on',
  'Tag',
  'Tenant',
  'User',
] as const
export type AuditCategory = (typeof auditCategories)[number]

/** Fields in the audit log, as the database triggers name columns and links. */
export const auditFields = [
  'acceptedAt',
  'acceptedBy',
  'acceptsResponseSignature',
  'actions',
  'address',
  'adminGroupName',
  'adminUsername',
  'allAccess',
  'anchorCurrencyCode',
  'apiKeyName',
  'assertionAudience',
  'claimNames',
  'clientAuthentication',
  'clientId',
  'clientSecret',
  'clientSecretExpiresAt',
  'continent',
  'currencyCode',
  'currencyCount',
  'currencyName',
  'currencySchemeCode',
  'currencySchemeId',
  'currencySchemeName',
  'decidedAt',
  'decidedByName',
  'density',
  'description',
  'displayName',
  'domain',
  'email',
  'endDate',
  'entryKey',
  'eventKinds',
  'expiresAt',
  'externalId',
  'factorName',
  'familyName',
  'fingerprint',
  'firstAsOfDate',
  'flagName',
  'format',
  'givenName',
  'groupMappings',
  'groupName',
  'groups',
  'holderName',
  'internalProviders',
  'isActive',
  'isAdministrator',
  'isDefault',
  'isDisabled',
  'isDryRun',
  'isEnabled',
  'isInMetadata',
  'isOn',
  'isPaused',
  'isReserved',
  'isShared',
  'issuer',
  'key',
  'keyId',
  'keyPrefix',
  'kind',
  'lastAsOfDate',
  'level',
  'levelId',
  'licenseCode',
  'list',
  'locked',
  'logStreamName',
  'managedByProvider',
  'maxConcurrency',
  'metadataUrl',
  'minimumUsers',
  'notAfter',
  'notBefore',
  'note',
  'packageName',
  'password',
  'pauseReason',
  'percentage',
  'peril',
  'previousExpiresAt',
  'priority',
  'privateKey',
  'productCode',
  'productName',
  'protocol',
  'providerName',
  'publishedAt',
  'publishedBy',
  'push',
  'quotaName',
  'rateCount',
  'reason',
  'releasedUntil',
  'resourceGroupName',
  'resourceGroupPackageId',
  'restoredFrom',
  'revokedAt',
  'roleName',
  'roles',
  'signingSecret',
  'sendsAuditLog',
  'sendsSystemLog',
  'search',
  'sharePercent',
  'slot',
  'sourceName',
  'startDate',
  'state',
  'status',
  'stoppedAt',
  'subject',
  'tagName',
  'tags',
  'tenantName',
  'termsVersion',
  'token',
  'tokenName',
  'tokenPrefix',
  'updateIntervalInDays',
  'userAgent',
  'userId',
  'userType',
  'username',
  'usernames',
  'value',
  'verifiedAt',
  'viewName',
  'vintage',
  'weights',
] as const

/** Fields whose values the audit log does not store: it shows dots, and `changed` for a new value. */
export const secretFields = [
  'clientSecret',
  'key',
  'password',
  'privateKey',
  'signingSecret',
  'token',
] as const satisfies readonly (typeof auditFields)[number][]

/** User attributes that an identity provider sends by SCIM. The audit log records changes to each. */
export const providedFields = [
  'addresses',
  'costCenter',
  'department',
  'displayName',
  'division',
  'emails',
  'employeeNumber',
  'entitlements',
  'externalId',
  'ims',
  'locale',
  'manager',
  'name',
  'nickName',
  'organization',
  'phoneNumbers',
  'photos',
  'preferredLanguage',
  'profileUrl',
  'roles',
  'timezone',
  'title',
  'userType',
  'x509Certificates',
] as const

export type AuditField = (typeof auditFields)[number] | (typeof providedFields)[number]
