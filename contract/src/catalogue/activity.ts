/** What the activity of a user is made of; its words are the console's. */

/** Events of the system log that concern a user. */
export type UserEventKind =
  | 'sign_in'
  | 'sign_in_failed'
  | 'account_locked'
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
  | 'provisioning_brake_decided'
  | 'provisioning_replayed'
  | 'api_key_created'
  | 'api_key_regenerated'
  | 'api_key_deleted'

/** What the audit log calls the things whose changes it keeps, as the triggers of the database do. */
export const auditCategories = [
  'API key',
  'Data entitlement',
  'ESG scores',
  'Feature flag',
  'Group',
  'Licence',
  'Model entitlement',
  'Notification subscription',
  'Open model',
  'Provisioning brake',
  'Push subscription',
  'Quota',
  'Resource group',
  'Role',
  'SCIM token',
  'Setting',
  'Single sign-on',
  'Tenant',
  'User',
] as const
export type AuditCategory = (typeof auditCategories)[number]
