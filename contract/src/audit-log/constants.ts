/** Types of audit entries; links between two entities are updates of the first. */
export const changeTypes = ['Create', 'Update', 'Delete'] as const
export type ChangeType = (typeof changeTypes)[number]

/** Who made a change: `key` is an API key, `scim` the identity provider. */
export const actorTypes = ['user', 'key', 'scim', 'service', 'operator', 'system'] as const

/** The most entries that one call compares: what no index knows is compared entry by entry. */
export const examinedEntries = 50_000

/** The most fields of a change in a list. */
export const foldedFields = 20
/** The most fields of a change on its own. */
export const shownFields = 500

/** Tables whose changes are in the audit log, for live updates. A test compares them with the triggers. */
export const auditedTables = [
  'api_key',
  'api_key_group',
  'app_user',
  'application_license',
  'company_quota',
  'currency',
  'currency_scheme',
  'currency_vintage',
  'data_entitlement',
  'datastore_entry',
  'esg_version',
  'factor_reset_request',
  'feature_flag_override',
  'feature_flag_user',
  'federation_certificate',
  'federation_config',
  'federation_key',
  'federation_provider',
  'group_member',
  'group_role',
  'job_command',
  'job_group',
  'job_tag',
  'log_stream',
  'model_entitlement',
  'notification_subscription',
  'open_model',
  'deprovisioning_limit',
  'push_subscription',
  'resource_group',
  'resource_group_group',
  'role',
  'role_action',
  'saved_view',
  'scim_group',
  'scim_token',
  'scim_user',
  'sign_in_factor',
  'tag',
  'tenant',
  'tenant_domain',
  'user_group',
] as const
