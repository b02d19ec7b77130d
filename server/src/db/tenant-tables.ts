import type { Database } from './types.ts'

type WithTenant = { [table in keyof Database]: 'tenant_id' extends keyof Database[table] ? table : never }[keyof Database]

/** Tokens of services for all tenants belong to no single tenant. */
type OfEveryTenant = 'service_token'

/** Every table whose rows belong to one tenant. The compiler compares it with the types, a test with the catalog. */
const TENANT_TABLES: Readonly<Record<Exclude<WithTenant, OfEveryTenant>, true>> = {
  administrator_guard: true,
  api_failure: true,
  api_key: true,
  api_key_group: true,
  api_usage: true,
  app_user: true,
  application_license: true,
  audit_entry: true,
  company_quota: true,
  currency: true,
  currency_rate: true,
  currency_scheme: true,
  currency_vintage: true,
  currency_vintage_currency: true,
  data_entitlement: true,
  datastore_entry: true,
  entitlement_ingest: true,
  esg_version: true,
  expiry_notice: true,
  feature_flag_override: true,
  feature_flag_user: true,
  federation_attempt: true,
  federation_certificate: true,
  federation_config: true,
  federation_flow: true,
  federation_key: true,
  federation_provider: true,
  federation_seen: true,
  federation_session: true,
  federation_subject: true,
  feedback: true,
  group_member: true,
  group_role: true,
  job: true,
  job_command: true,
  job_command_counter: true,
  job_group: true,
  job_tag: true,
  model_entitlement: true,
  notification: true,
  notification_delivery: true,
  notification_reader: true,
  notification_receipt: true,
  notification_subscription: true,
  one_time_token: true,
  open_model: true,
  provisioning_brake: true,
  provisioning_event: true,
  provisioning_removal: true,
  push_subscription: true,
  quota_alert: true,
  rate_upload: true,
  rate_upload_chunk: true,
  refresh_token: true,
  resource_group: true,
  resource_group_group: true,
  resource_group_product: true,
  role: true,
  role_action: true,
  row_count: true,
  scim_group: true,
  scim_token: true,
  scim_user: true,
  system_log: true,
  tag: true,
  temporary_file: true,
  temporary_file_chunk: true,
  tenant: true,
  tenant_domain: true,
  usage_batch: true,
  usage_hour: true,
  user_group: true,
  user_move: true,
  user_search_key: true,
  user_search_word: true,
  user_session: true,
}

const names: ReadonlySet<string> = new Set(Object.keys(TENANT_TABLES))

/** Whether the rows of the table belong to one tenant each. */
export const isTenantTable = (table: string): boolean => names.has(table)

/** The names of all tenant tables. */
export const tenantTables: readonly string[] = [...names]
