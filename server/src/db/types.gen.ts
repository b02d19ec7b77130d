// Written by generate-types.ts from the database: vitest --update server/src/db/schema.test.ts writes it.
import type { ColumnType, Generated } from 'kysely'

/** A column that only the database writes. */
type Kept<T> = ColumnType<T, never, never>
/** A column that is never updated: given on insert. */
type Key<T> = ColumnType<T, T, never>
/** A column that is never updated: given on insert, or left to its default. */
type GeneratedKey<T> = ColumnType<T, T | undefined, never>
type MomentKey = ColumnType<Date, Date | string, never>
type Created = ColumnType<Date, Date | string | undefined, never>
type Moment = ColumnType<Date, Date | string, Date | string>
type GeneratedMoment = ColumnType<Date, Date | string | undefined, Date | string>
type OptionalMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Json = ColumnType<unknown, string, string>
type GeneratedJson = ColumnType<unknown, string | undefined, string>
type OptionalJson = ColumnType<unknown, string | null | undefined, string | null>

export interface AdministratorGuardTable {
  tenant_id: Kept<string>
  active_lost: Kept<boolean>
  changes: Kept<number>
}

export interface ApiFailureTable {
  tenant_id: Key<string>
  occurred_at: MomentKey
  api_failure_id: GeneratedKey<string>
  api_key_id: string
  api_key_name: string
  endpoint_id: string
  status: number
  duration_ms: number
  address: string | null
  request_id: string
}

export interface ApiKeyTable {
  tenant_id: Key<string>
  api_key_id: GeneratedKey<string>
  api_key_name: string
  api_key_name_key: Kept<string>
  key_prefix: string
  key_digest: Buffer
  created_by: string | null
  created_by_name: Generated<string>
  created_at: Created
  updated_at: Kept<Date>
  last_used_at: OptionalMoment
  expires_at: OptionalMoment
  version: GeneratedKey<number>
  holder_id: string | null
  holder_name: Generated<string>
  previous_prefix: string | null
  previous_digest: Buffer | null
  previous_expires_at: OptionalMoment
  previous_used_at: OptionalMoment
  previous_holder_id: string | null
}

export interface ApiKeyGroupTable {
  tenant_id: Key<string>
  api_key_id: Key<string>
  group_id: Key<string>
  created_at: Created
}

export interface ApiUsageTable {
  tenant_id: Key<string>
  hour: MomentKey
  caller_type: Key<'key' | 'user'>
  caller_id: Key<string>
  endpoint_id: Key<string>
  caller_name: string
  calls: number
  client_errors: number
  server_errors: number
  durations: number[]
  last_call_at: Moment
}

export interface AppUserTable {
  tenant_id: Key<string>
  user_id: GeneratedKey<string>
  username: string
  username_key: Kept<string>
  email: string
  given_name: Generated<string>
  family_name: Generated<string>
  status: Generated<'CONFIRMED' | 'EXTERNAL_PROVIDER' | 'FORCE_CHANGE_PASSWORD'>
  user_type: Generated<'endUser' | 'service'>
  is_disabled: Generated<boolean>
  password_hash: string | null
  password_changed_at: OptionalMoment
  failed_attempts: Generated<number>
  locked_until: OptionalMoment
  last_sign_in_at: OptionalMoment
  created_at: Created
  updated_at: Kept<Date>
  version: GeneratedKey<number>
}

export interface ApplicationLicenseTable {
  tenant_id: Key<string>
  license_id: GeneratedKey<string>
  product_code: string
  package_name: string
  start_date: GeneratedMoment
  end_date: Moment
}

export interface AuditEntryTable {
  tenant_id: Key<string>
  occurred_at: Created
  audit_entry_id: GeneratedKey<string>
  type: 'Create' | 'Update' | 'Delete'
  category: string
  entity_id: string
  entity_name: string
  subject_id: string | null
  field_name: string
  previous_value: string | null
  current_value: string | null
  actor_type: string
  actor_id: string
  actor_name: string
  request_id: string | null
}

export interface ChangeRecordTable {
  tenant_id: Key<string>
  occurred_at: Created
  change_id: Key<string>
  operation: string
  request_id: string | null
  actor_type: string
  actor_id: string
  actor_name: string
  row_count: number
  is_whole: boolean
  lasting: string[]
  undo_of: string | null
}

export interface CompanyQuotaTable {
  tenant_id: Key<string>
  product_code: Key<string>
  quota_name: Key<string>
  value: number
  updated_at: GeneratedMoment
}

export interface CurrencyTable {
  tenant_id: Key<string>
  currency_code: Key<string>
  currency_name: string
  is_active: Generated<boolean>
  created_by: Key<string>
  created_at: Created
  updated_by: string
  updated_at: Kept<Date>
  version: GeneratedKey<number>
}

export interface CurrencyRateTable {
  tenant_id: Key<string>
  currency_vintage_id: Key<string>
  currency_code: Key<string>
  as_of_date: Key<string>
  exchange_rate: string
}

export interface CurrencySchemeTable {
  tenant_id: Key<string>
  currency_scheme_id: GeneratedKey<string>
  currency_scheme_code: string
  currency_scheme_key: Kept<string>
  currency_scheme_name: string
  anchor_currency_code: string
  source_name: Generated<string>
  external_id: Generated<string>
  update_interval_in_days: Generated<number>
  is_active: Generated<boolean>
  is_default: Generated<boolean>
  created_by: string
  created_at: Created
  updated_by: string
  updated_at: Kept<Date>
  version: GeneratedKey<number>
  told_due_at: OptionalMoment
}

export interface CurrencyVintageTable {
  tenant_id: Key<string>
  currency_vintage_id: GeneratedKey<string>
  currency_scheme_id: string
  vintage: string
  vintage_key: Kept<string>
  source_name: Generated<string>
  status: Generated<'Draft' | 'Published'>
  first_as_of_date: string | null
  last_as_of_date: string | null
  currency_count: Generated<number>
  rate_count: Generated<number>
  created_by: string
  created_at: Created
  published_by: string | null
  published_at: OptionalMoment
  updated_at: Kept<Date>
  version: GeneratedKey<number>
}

export interface CurrencyVintageCurrencyTable {
  tenant_id: Key<string>
  currency_vintage_id: Key<string>
  currency_code: Key<string>
  rate_count: number
  first_as_of_date: string
  last_as_of_date: string
}

export interface DataEntitlementTable {
  tenant_id: Key<string>
  entitlement_id: GeneratedKey<string>
  product_code: string
  start_date: GeneratedMoment
  end_date: Moment
}

export interface DatastoreEntryTable {
  tenant_id: Key<string>
  level: Key<'Tenant' | 'User'>
  level_id: Key<string>
  entry_key: Key<string>
  value: string
  created_at: Created
  updated_at: Kept<Date>
  version: GeneratedKey<number>
}

export interface DeprovisioningLimitTable {
  tenant_id: Key<string>
  is_on: boolean
  share_percent: number
  minimum_users: number
  state: Generated<'watching' | 'stopped' | 'kept' | 'released'>
  stopped_at: OptionalMoment
  decided_at: OptionalMoment
  decided_by_name: string | null
  released_until: OptionalMoment
  version: GeneratedKey<number>
  created_at: Created
  updated_at: Kept<Date>
}

export interface EntitlementIngestTable {
  tenant_id: Key<string>
  kind: Key<'application' | 'data' | 'model' | 'quota' | 'package'>
  version: number
  batch_digest: Buffer
  result: Json
  service_name: string
  ingested_at: GeneratedMoment
}

export interface EsgVersionTable {
  tenant_id: Key<string>
  version: Key<number>
  weights: Json
  locked: Generated<string[]>
  note: Generated<string>
  restored_from: number | null
  created_by_name: string
  created_at: Created
}

export interface EventDayTable {
  tenant_id: Key<string>
  day: Key<string>
  event: Key<'sign_in' | 'sign_in_failed' | 'provisioning_failed'>
  slot: Key<number>
  n: number
}

export interface ExpiryNoticeTable {
  tenant_id: Key<string>
  source: Key<string>
  entity_id: Key<string>
  ends_at: MomentKey
  threshold_days: Key<number>
  created_at: Created
}

export interface FactorResetRequestTable {
  tenant_id: Key<string>
  request_id: GeneratedKey<string>
  user_id: string
  username: string
  reason: string
  asked_by: string
  asked_by_name: string
  asked_at: Moment
  expires_at: Moment
  state: Generated<'Pending' | 'Accepted' | 'Refused' | 'Expired'>
  decided_by_name: string | null
}

export interface FeatureFlagTable {
  flag_name: Key<string>
  is_enabled: Generated<boolean>
  description: Generated<string>
  updated_at: GeneratedMoment
  is_set: Generated<boolean>
  is_stopped: Generated<boolean>
  percentage: number | null
}

export interface FeatureFlagOverrideTable {
  tenant_id: Key<string>
  flag_name: Key<string>
  is_enabled: boolean
  updated_at: GeneratedMoment
  percentage: number | null
}

export interface FeatureFlagUserTable {
  tenant_id: Key<string>
  user_id: Key<string>
  flag_name: Key<string>
  is_enabled: boolean
  updated_at: GeneratedMoment
}

export interface FederationAttemptTable {
  tenant_id: Key<string>
  attempt_id: Key<string>
  occurred_at: Moment
  is_test: boolean
  provider_name: string
  protocol: string
  outcome: 'pending' | 'success' | 'failure'
  refusal: OptionalJson
  username: string | null
  address: string | null
  user_agent: Generated<string>
  steps: GeneratedJson
  kind: Generated<'sign_in' | 'sign_out'>
  is_unasked: Generated<boolean>
}

export interface FederationCertificateTable {
  tenant_id: Key<string>
  slot: string
  fingerprint: Key<string>
  der: string
  subject: string
  not_before: Moment
  not_after: Moment
  is_in_metadata: boolean
  created_at: Created
}

export interface FederationConfigTable {
  tenant_id: Key<string>
  state: Generated<'INACTIVE' | 'TESTING' | 'ACTIVE'>
  provider_name: string | null
  admin_username: string | null
  created_at: Created
  updated_at: Kept<Date>
  version: GeneratedKey<number>
}

export interface FederationFlowTable {
  tenant_id: Key<string>
  flow_digest: Key<Buffer>
  browser_digest: Buffer
  attempt_id: string
  slot: string
  revision: string
  is_test: boolean
  started_by: string | null
  remembered: string
  departure: string | null
  created_at: MomentKey
  expires_at: Moment
  returned_at: OptionalMoment
  code_digest: Buffer | null
  code_expires_at: OptionalMoment
  code_used_at: OptionalMoment
  identity: string | null
}

export interface FederationKeyTable {
  tenant_id: Key<string>
  key_id: Key<string>
  status: 'next' | 'active' | 'previous'
  private_key: string
  certificate: string
  fingerprint: string
  created_at: Created
  not_after: Moment
}

export interface FederationProviderTable {
  tenant_id: Key<string>
  slot: 'active' | 'draft'
  revision: Generated<string>
  protocol: 'oidc' | 'saml'
  provider_name: string
  metadata_url: string | null
  metadata_read_at: Moment
  issuer: string
  endpoints: Json
  details: Json
  admin_group_name: string
  admin_username: string
  group_mappings: GeneratedJson
  claim_names: GeneratedJson
  client_id: string | null
  client_secret: string | null
  client_secret_expires_at: OptionalMoment
  client_authentication: 'client_secret_post' | 'client_secret_basic' | 'private_key_jwt' | null
  test_result: OptionalJson
  created_at: Created
  updated_at: Kept<Date>
  version: GeneratedKey<number>
  assertion_audience: Generated<'issuer' | 'token_endpoint'>
  accepts_response_signature: Generated<boolean>
  asks_persistent_name_id: Generated<boolean>
}

export interface FederationSeenTable {
  tenant_id: Key<string>
  seen_digest: Key<Buffer>
  expires_at: Moment
}

export interface FederationSessionTable {
  tenant_id: Key<string>
  session_id: Key<string>
  issuer: string
  subject: string
  provider_session_id: string | null
  logout: string
  created_at: Created
}

export interface FederationSubjectTable {
  tenant_id: Key<string>
  issuer: Key<string>
  subject: Key<string>
  user_id: string
  created_at: Created
}

export interface FeedbackTable {
  tenant_id: Key<string>
  feedback_id: GeneratedKey<string>
  user_id: string | null
  username: string
  mood: 'very_good' | 'good' | 'neutral' | 'bad' | 'very_bad'
  message: string
  page: string
  version: string
  user_agent: Generated<string>
  screenshot: Buffer | null
  screenshot_type: 'image/png' | 'image/jpeg' | 'image/webp' | null
  created_at: Created
}

export interface GroupMemberTable {
  tenant_id: Key<string>
  group_id: Key<string>
  user_id: Key<string>
  created_at: Created
}

export interface GroupRoleTable {
  tenant_id: Key<string>
  group_id: Key<string>
  role_id: Key<string>
  created_at: Created
}

export interface InstallationSecretTable {
  secret_name: Key<'sealing' | 'push'>
  fingerprint: string
  recorded_at: GeneratedMoment
}

export interface JobTable {
  tenant_id: Key<string>
  job_id: Key<string>
  sequence: number
  product_code: string
  resource_group_id: string | null
  operation: string
  workflow_id: string | null
  workflow_name: Generated<string>
  workflow_description: Generated<string>
  created_by: string
  created_at: MomentKey
  start_time: OptionalMoment
  end_time: OptionalMoment
  status: 'Cancelled' | 'Failed' | 'Finished' | 'Pending' | 'Queued' | 'Running'
  priority: Generated<'VeryLow' | 'Low' | 'Medium' | 'High' | 'VeryHigh'>
  progress: Generated<number>
  queue_position: number | null
  reason: Generated<string>
  is_interactive: Generated<boolean>
  sections: GeneratedJson
  tasks: GeneratedJson
  reported_at: GeneratedMoment
  ended_sequence: number | null
}

export interface JobCommandTable {
  tenant_id: Key<string>
  command_id: GeneratedKey<string>
  position: Key<number>
  job_id: Key<string>
  product_code: Key<string>
  operation: Key<string>
  kind: Key<'Cancel' | 'Reprioritize'>
  priority: Key<string | null>
  requested_by: Key<string>
  requested_at: Created
  state: Generated<'Pending' | 'Accepted' | 'Refused'>
  answered_at: OptionalMoment
  reason: Generated<string>
  job_sequence: Key<number | null>
}

export interface JobCommandCounterTable {
  tenant_id: Key<string>
  last_position: number
}

export interface JobGroupTable {
  tenant_id: Key<string>
  job_id: Key<string>
  group_id: Key<string>
}

export interface JobTagTable {
  tenant_id: Key<string>
  tag_id: Key<string>
  job_id: Key<string>
  created_at: MomentKey
}

export interface LogArchiveTable {
  tenant_id: Key<string>
  log_archive_id: GeneratedKey<string>
  log: 'audit_entry' | 'system_log'
  month: string
  part: number
  object_key: string
  row_count: number
  byte_count: number
  digest: string
  blocks: Json
  archived_at: GeneratedMoment
  is_dropped: Generated<boolean>
}

export interface LogStreamTable {
  tenant_id: Key<string>
  log_stream_id: GeneratedKey<string>
  log_stream_name: string
  log_stream_name_key: Kept<string>
  kind: 'webhook' | 'syslog'
  address: string
  format: Generated<'array' | 'lines'>
  sends_audit_log: Generated<boolean>
  sends_system_log: Generated<boolean>
  event_kinds: Generated<string[]>
  is_paused: Generated<boolean>
  pause_reason: 'by_hand' | 'failing' | 'gone' | null
  signing_secret: string | null
  previous_signing_secret: string | null
  previous_expires_at: OptionalMoment
  created_by_name: Generated<string>
  created_at: Created
  updated_at: Kept<Date>
  version: GeneratedKey<number>
}

export interface LogStreamDeliveryTable {
  tenant_id: Key<string>
  log_stream_id: Key<string>
  log_stream_delivery_id: GeneratedKey<string>
  attempted_at: Moment
  is_test: Generated<boolean>
  outcome: 'success' | 'failure'
  status: number | null
  fault: string | null
  detail: Generated<string>
  duration_ms: number
  events: number
  batch_id: string
}

export interface LogStreamProgressTable {
  tenant_id: Key<string>
  log_stream_id: Key<string>
  delivered_to: string
  delivered_at: OptionalMoment
  batch_id: string | null
  batch_to: string | null
  failures: Generated<number>
  failing_since: OptionalMoment
  next_attempt_at: GeneratedMoment
  lease_id: string | null
  leased_until: OptionalMoment
}

export interface ModelEntitlementTable {
  tenant_id: Key<string>
  entitlement_id: GeneratedKey<string>
  product_code: string
  product_name: string
  continent: string
  peril: string
  start_date: GeneratedMoment
  end_date: Moment
}

export interface NotificationTable {
  tenant_id: Key<string>
  notification_id: GeneratedKey<string>
  transaction: Kept<string>
  message_type: string
  recipient_id: string | null
  actor_id: string | null
  created_at: Created
  expires_at: Moment
  properties: GeneratedJson
}

export interface NotificationDeliveryTable {
  tenant_id: Key<string>
  notification_id: Key<string>
  user_id: Key<string>
  channel: Key<string>
  outcome: 'delivered' | 'failed' | null
  created_at: Created
  settled_at: OptionalMoment
}

export interface NotificationReaderTable {
  tenant_id: Key<string>
  user_id: Key<string>
  acknowledged_through: string
  updated_at: GeneratedMoment
}

export interface NotificationReceiptTable {
  tenant_id: Key<string>
  user_id: Key<string>
  notification_id: Key<string>
  status: 'ACKNOWLEDGED' | 'UNDELIVERED'
  dismissed: Generated<boolean>
  updated_at: GeneratedMoment
}

export interface NotificationSubscriptionTable {
  tenant_id: Key<string>
  user_id: Key<string>
  event_type: Key<string>
  namespace: string
  email: Generated<boolean>
  push: Generated<boolean>
  created_at: Created
}

export interface OneTimeTokenTable {
  tenant_id: Key<string>
  token_digest: Key<Buffer>
  user_id: string
  purpose: 'activation' | 'reset' | 'report'
  created_at: Created
  expires_at: Moment
  used_at: OptionalMoment
  reported_at: OptionalMoment
}

export interface OpenModelTable {
  tenant_id: Key<string>
  model_id: Key<string>
  terms_version: string | null
  accepted_by: string | null
  accepted_at: OptionalMoment
  is_enabled: Generated<boolean>
  max_concurrency: number
  created_at: Created
  updated_at: Kept<Date>
  version: GeneratedKey<number>
}

export interface ProvisioningEventTable {
  tenant_id: Key<string>
  provisioning_event_id: GeneratedKey<string>
  occurred_at: GeneratedMoment
  operation: 'create' | 'replace' | 'patch' | 'delete' | 'read' | 'bulk'
  resource_type: string | null
  resource_id: string | null
  resource_name: string
  outcome: 'changed' | 'unchanged' | 'failed' | 'limited' | 'read'
  is_dry_run: boolean
  method: string
  path: string
  body: string | null
  is_body_cut: boolean
  status: number
  scim_type: string | null
  code: string | null
  parameters: string | null
  detail: string | null
  change_count: number
  changes: string | null
  duration_ms: number
  scim_token_id: string | null
  token_name: string
  address: string | null
  user_agent: string
  request_id: string | null
  replay_of: string | null
  replayed_by_name: string | null
}

export interface ProvisioningRemovalTable {
  tenant_id: Key<string>
  user_id: Key<string>
  removed_at: Moment
}

export interface PushSubscriptionTable {
  tenant_id: Key<string>
  push_subscription_id: GeneratedKey<string>
  user_id: string
  endpoint: string
  endpoint_digest: Buffer
  p256dh: string
  auth: string
  user_agent: Generated<string>
  created_at: Created
}

export interface QuotaAlertTable {
  tenant_id: Key<string>
  product_code: Key<string>
  quota_name: Key<string>
  level: 'normal' | 'warning' | 'critical'
  period: string | null
}

export interface RateUploadTable {
  tenant_id: Key<string>
  rate_upload_id: GeneratedKey<string>
  currency_vintage_id: string
  file_name: string
  size_bytes: Generated<number>
  status: Generated<'receiving' | 'queued' | 'reading' | 'storing' | 'finished' | 'refused' | 'failed'>
  encoding: string | null
  read_bytes: Generated<number>
  row_count: Generated<number>
  added: Generated<number>
  changed: Generated<number>
  unchanged: Generated<number>
  refused: Generated<number>
  refused_lines: GeneratedJson
  rejected_file_id: string | null
  run_id: string | null
  attempts: Generated<number>
  next_attempt_at: GeneratedMoment
  language: Generated<string>
  created_by_type: 'user' | 'key'
  created_by_id: string
  created_by: string
  created_at: Created
  heartbeat_at: GeneratedMoment
  finished_at: OptionalMoment
}

export interface RateUploadChunkTable {
  tenant_id: Key<string>
  rate_upload_id: Key<string>
  chunk_number: Key<number>
  content: Buffer
}

export interface RecoveryCodeTable {
  tenant_id: Key<string>
  user_id: Key<string>
  code_digest: Key<Buffer>
  created_at: Created
  used_at: OptionalMoment
}

export interface RefreshTokenTable {
  tenant_id: Key<string>
  token_digest: Key<Buffer>
  session_id: string
  issued_at: GeneratedMoment
  expires_at: Moment
  used_at: OptionalMoment
  replaced_by: Buffer | null
  successor_salt: Buffer | null
}

export interface RememberedBrowserTable {
  tenant_id: Key<string>
  token_digest: Key<Buffer>
  user_id: string
  created_at: Created
  expires_at: Moment
}

export interface RequestRateTable {
  rate_key: Key<string>
  requests: number
  ends_at: Moment
}

export interface ResourceGroupTable {
  tenant_id: Key<string>
  resource_group_id: GeneratedKey<string>
  product_code: string
  resource_group_name: string
  resource_group_name_key: Kept<string>
  all_access: Generated<boolean>
  is_default: Generated<boolean>
  resource_group_package_id: string | null
  created_at: Created
  updated_at: Kept<Date>
  version: GeneratedKey<number>
}

export interface ResourceGroupGroupTable {
  tenant_id: Key<string>
  resource_group_id: Key<string>
  group_id: Key<string>
  created_at: Created
}

export interface ResourceGroupPackageTable {
  tenant_id: Key<string>
  product_code: Key<string>
  package_id: Key<string>
  package_name: string
  is_uncreatable: Generated<boolean>
  definitions: Json
  is_derived: Generated<boolean>
}

export interface ResourceGroupProductTable {
  tenant_id: Key<string>
  product_code: Key<string>
  version: Generated<number>
}

export interface RoleTable {
  tenant_id: Key<string>
  role_id: GeneratedKey<string>
  role_name: string
  role_name_key: Kept<string>
  description: Generated<string>
  is_reserved: GeneratedKey<boolean>
  is_administrator: GeneratedKey<boolean>
  created_at: Created
  updated_at: Kept<Date>
  version: GeneratedKey<number>
}

export interface RoleActionTable {
  tenant_id: Key<string>
  role_id: Key<string>
  action_name: Key<string>
  created_at: Created
}

export interface RowCountTable {
  tenant_id: Kept<string>
  table_name: Kept<string>
  facet: Kept<string>
  n: Kept<number>
  slot: Kept<number>
}

export interface RowImageTable {
  tenant_id: Key<string>
  occurred_at: Created
  change_id: Key<string>
  image_id: GeneratedKey<string>
  table_name: string
  row_key: OptionalJson
  before: OptionalJson
  after: OptionalJson
  has_secrets: Generated<boolean>
  row_id: string | null
  linked_id: string | null
}

export interface SavedViewTable {
  tenant_id: Key<string>
  saved_view_id: GeneratedKey<string>
  list: string
  view_name: string
  view_name_key: Kept<string>
  owner_id: string | null
  is_shared: Kept<boolean>
  search: string
  columns: GeneratedJson
  density: 'comfortable' | 'compact' | null
  created_by_name: string
  created_at: Created
  updated_at: Kept<Date>
  version: GeneratedKey<number>
}

export interface SavedViewDefaultTable {
  tenant_id: Key<string>
  user_id: Key<string>
  list: Key<string>
  saved_view_id: string
}

export interface ScimGroupTable {
  tenant_id: Key<string>
  group_id: Key<string>
  external_id: string | null
  created_at: Created
  updated_at: Kept<Date>
}

export interface ScimTokenTable {
  tenant_id: Key<string>
  scim_token_id: GeneratedKey<string>
  token_name: string
  token_prefix: string
  token_digest: Buffer
  is_dry_run: Generated<boolean>
  created_by_name: string
  created_at: Created
  last_used_at: OptionalMoment
  expires_at: OptionalMoment
  revoked_at: OptionalMoment
  revoked_by_name: string | null
}

export interface ScimUserTable {
  tenant_id: Key<string>
  user_id: Key<string>
  external_id: string | null
  attributes: GeneratedJson
  created_at: Created
  updated_at: Kept<Date>
}

export interface ServiceEventTable {
  tenant_id: Key<string>
  event_id: Key<string>
  received_at: Moment
}

export interface ServiceTokenTable {
  service_token_id: GeneratedKey<string>
  tenant_id: string | null
  token_name: string
  scopes: string[]
  token_prefix: string
  token_digest: Buffer
  created_at: Created
  last_used_at: OptionalMoment
  expires_at: OptionalMoment
  revoked_at: OptionalMoment
  product_code: string | null
}

export interface SignInFactorTable {
  tenant_id: Key<string>
  factor_id: GeneratedKey<string>
  user_id: string
  kind: 'authenticator' | 'passkey'
  factor_name: string
  shared_secret: OptionalJson
  last_step: number | null
  credential_id: Buffer | null
  public_key: Buffer | null
  signature_counter: number | null
  transports: string[] | null
  is_backed_up: boolean | null
  created_at: Created
  last_used_at: OptionalMoment
}

export interface SignInStepTable {
  tenant_id: Key<string>
  token_digest: Key<Buffer>
  browser_digest: Buffer
  user_id: string
  purpose: 'factor' | 'enrollment'
  passed_kind: string | null
  failures: Generated<number>
  created_at: Created
  expires_at: Moment
  used_at: OptionalMoment
}

export interface SignInThrottleTable {
  throttle_key: Key<string>
  failures: Generated<number>
  window_started_at: GeneratedMoment
  blocked_until: OptionalMoment
  updated_at: GeneratedMoment
}

export interface SigningKeyTable {
  key_id: Key<string>
  algorithm: Generated<string>
  public_jwk: Json
  private_jwk: Json
  created_at: Created
  active_from: GeneratedMoment
  retired_at: OptionalMoment
}

export interface StorageAlertTable {
  tenant_id: Key<string>
  is_exceeded: Generated<boolean>
  checked_until: OptionalMoment
  checked_bytes: Generated<number>
}

export interface SystemLogTable {
  tenant_id: Key<string>
  occurred_at: Created
  system_log_id: GeneratedKey<string>
  kind: string
  outcome: 'success' | 'failure'
  user_id: string | null
  username: Generated<string>
  address: string | null
  user_agent: Generated<string>
  request_id: string | null
  details: GeneratedJson
}

export interface SystemLogHourTable {
  tenant_id: Key<string>
  hour: MomentKey
  kind: Key<string>
  outcome: Key<string>
  part: GeneratedKey<string>
  n: number
}

export interface TagTable {
  tenant_id: Key<string>
  tag_id: GeneratedKey<string>
  tag_name: string
  tag_name_key: Kept<string>
  is_active: Generated<boolean>
  created_by: Key<string>
  created_at: Created
  updated_by: string
  updated_at: Kept<Date>
  version: GeneratedKey<number>
}

export interface TemporaryFileTable {
  tenant_id: Key<string>
  temporary_file_id: GeneratedKey<string>
  kind: string
  file_name: string
  filter: Json
  created_by_type: 'user' | 'key'
  created_by: string
  created_by_name: string
  status: Generated<'queued' | 'running' | 'ready' | 'failed' | 'cancelled' | 'expired'>
  failure: string | null
  row_count: Generated<number>
  total_rows: number | null
  size_bytes: Generated<number>
  run_id: string | null
  attempts: Generated<number>
  next_attempt_at: GeneratedMoment
  heartbeat_at: OptionalMoment
  created_at: Created
  finished_at: OptionalMoment
  expires_at: Moment
}

export interface TemporaryFileChunkTable {
  tenant_id: Key<string>
  temporary_file_id: Key<string>
  chunk_number: Key<number>
  run_id: string
  content: Buffer
}

export interface TenantTable {
  tenant_id: GeneratedKey<string>
  tenant_name: string
  display_name: string
  status: Generated<'Active' | 'Disabled'>
  license_code: Generated<string>
  version: GeneratedKey<number>
  created_at: Created
  updated_at: Kept<Date>
  images_since: GeneratedMoment
  entitlement_images_since: GeneratedMoment
  internal_providers: string[] | null
}

export interface TenantDomainTable {
  tenant_id: Key<string>
  domain: Key<string>
  token: string
  created_at: Created
  verified_at: OptionalMoment
  last_checked_at: OptionalMoment
  last_outcome: 'found' | 'no_record' | 'other_value' | 'no_answer' | null
  missing_since: OptionalMoment
}

export interface UploadProgressTable {
  tenant_id: Key<string>
  upload_id: Key<string>
  created_by_id: string
  step: 'reading' | 'saving'
  lines: number
  total_lines: number | null
  told_at: GeneratedMoment
}

export interface UsageBatchTable {
  tenant_id: Key<string>
  batch_id: Key<string>
  batch_digest: Buffer
  service_name: string
  ingested_at: Moment
}

export interface UsageHourTable {
  tenant_id: Key<string>
  product_code: Key<string>
  metric_name: Key<string>
  resource_group_id: Key<string>
  hour: MomentKey
  value_sum: number
  value_count: number
  value_max: number
  value_last: number
  last_at: Moment
}

export interface UsedChallengeTable {
  tenant_id: Key<string>
  challenge_digest: Key<Buffer>
  expires_at: Moment
}

export interface UserChangeTable {
  tenant_id: Key<string>
  user_change_id: GeneratedKey<string>
  change: Json
  user_ids: string[]
  status: Generated<'running' | 'done' | 'cancelled' | 'failed'>
  done: Generated<number>
  succeeded: Generated<number>
  failed: Generated<number>
  changed_ids: Generated<string[]>
  failures: GeneratedJson
  is_undone: Generated<boolean>
  created_by_type: string
  created_by: string
  created_by_name: string
  created_at: Created
  finished_at: OptionalMoment
  change_ids: Generated<string[]>
}

export interface UserGroupTable {
  tenant_id: Key<string>
  group_id: GeneratedKey<string>
  group_name: string
  group_name_key: Kept<string>
  status: Generated<'Enabled' | 'Disabled'>
  is_reserved: GeneratedKey<boolean>
  managed_by_provider: Generated<boolean>
  user_count: Kept<number>
  role_count: Kept<number>
  created_at: Created
  updated_at: Kept<Date>
  version: GeneratedKey<number>
}

export interface UserMoveTable {
  tenant_id: Kept<string>
  transaction: Kept<string>
  move_id: Kept<number>
  moved_at: Kept<Date>
  change: Kept<number | null>
  user_id: Kept<string | null>
  username_key: Kept<string | null>
  given_name: Kept<string | null>
  family_name: Kept<string | null>
  status: Kept<string | null>
  user_type: Kept<string | null>
  is_disabled: Kept<boolean | null>
  created_at: Kept<Date | null>
}

export interface UserSearchKeyTable {
  tenant_id: Kept<string>
  search_key: Kept<string>
  user_id: Kept<string>
  username_key: Kept<string>
  shared: Kept<number>
  word: Kept<string | null>
}

export interface UserSearchWordTable {
  tenant_id: Kept<string>
  word: Kept<string>
  n: Kept<number>
  slot: Kept<number>
}

export interface UserSessionTable {
  tenant_id: Key<string>
  session_id: GeneratedKey<string>
  user_id: string
  method: Generated<'password' | 'passkey' | 'oidc' | 'saml'>
  address: string | null
  user_agent: Generated<string>
  created_at: Created
  last_active_at: GeneratedMoment
  expires_at: Moment
  ended_at: OptionalMoment
  end_reason: string | null
  confirmed_at: OptionalMoment
}

export interface WhatsNewReaderTable {
  tenant_id: Key<string>
  user_id: Key<string>
  newest_seen: string
  seen_at: GeneratedMoment
}

export interface Tables {
  administrator_guard: AdministratorGuardTable
  api_failure: ApiFailureTable
  api_key: ApiKeyTable
  api_key_group: ApiKeyGroupTable
  api_usage: ApiUsageTable
  app_user: AppUserTable
  application_license: ApplicationLicenseTable
  audit_entry: AuditEntryTable
  change_record: ChangeRecordTable
  company_quota: CompanyQuotaTable
  currency: CurrencyTable
  currency_rate: CurrencyRateTable
  currency_scheme: CurrencySchemeTable
  currency_vintage: CurrencyVintageTable
  currency_vintage_currency: CurrencyVintageCurrencyTable
  data_entitlement: DataEntitlementTable
  datastore_entry: DatastoreEntryTable
  deprovisioning_limit: DeprovisioningLimitTable
  entitlement_ingest: EntitlementIngestTable
  esg_version: EsgVersionTable
  event_day: EventDayTable
  expiry_notice: ExpiryNoticeTable
  factor_reset_request: FactorResetRequestTable
  feature_flag: FeatureFlagTable
  feature_flag_override: FeatureFlagOverrideTable
  feature_flag_user: FeatureFlagUserTable
  federation_attempt: FederationAttemptTable
  federation_certificate: FederationCertificateTable
  federation_config: FederationConfigTable
  federation_flow: FederationFlowTable
  federation_key: FederationKeyTable
  federation_provider: FederationProviderTable
  federation_seen: FederationSeenTable
  federation_session: FederationSessionTable
  federation_subject: FederationSubjectTable
  feedback: FeedbackTable
  group_member: GroupMemberTable
  group_role: GroupRoleTable
  installation_secret: InstallationSecretTable
  job: JobTable
  job_command: JobCommandTable
  job_command_counter: JobCommandCounterTable
  job_group: JobGroupTable
  job_tag: JobTagTable
  log_archive: LogArchiveTable
  log_stream: LogStreamTable
  log_stream_delivery: LogStreamDeliveryTable
  log_stream_progress: LogStreamProgressTable
  model_entitlement: ModelEntitlementTable
  notification: NotificationTable
  notification_delivery: NotificationDeliveryTable
  notification_reader: NotificationReaderTable
  notification_receipt: NotificationReceiptTable
  notification_subscription: NotificationSubscriptionTable
  one_time_token: OneTimeTokenTable
  open_model: OpenModelTable
  provisioning_event: ProvisioningEventTable
  provisioning_removal: ProvisioningRemovalTable
  push_subscription: PushSubscriptionTable
  quota_alert: QuotaAlertTable
  rate_upload: RateUploadTable
  rate_upload_chunk: RateUploadChunkTable
  recovery_code: RecoveryCodeTable
  refresh_token: RefreshTokenTable
  remembered_browser: RememberedBrowserTable
  request_rate: RequestRateTable
  resource_group: ResourceGroupTable
  resource_group_group: ResourceGroupGroupTable
  resource_group_package: ResourceGroupPackageTable
  resource_group_product: ResourceGroupProductTable
  role: RoleTable
  role_action: RoleActionTable
  row_count: RowCountTable
  row_image: RowImageTable
  saved_view: SavedViewTable
  saved_view_default: SavedViewDefaultTable
  scim_group: ScimGroupTable
  scim_token: ScimTokenTable
  scim_user: ScimUserTable
  service_event: ServiceEventTable
  service_token: ServiceTokenTable
  sign_in_factor: SignInFactorTable
  sign_in_step: SignInStepTable
  sign_in_throttle: SignInThrottleTable
  signing_key: SigningKeyTable
  storage_alert: StorageAlertTable
  system_log: SystemLogTable
  system_log_hour: SystemLogHourTable
  tag: TagTable
  temporary_file: TemporaryFileTable
  temporary_file_chunk: TemporaryFileChunkTable
  tenant: TenantTable
  tenant_domain: TenantDomainTable
  upload_progress: UploadProgressTable
  usage_batch: UsageBatchTable
  usage_hour: UsageHourTable
  used_challenge: UsedChallengeTable
  user_change: UserChangeTable
  user_group: UserGroupTable
  user_move: UserMoveTable
  user_search_key: UserSearchKeyTable
  user_search_word: UserSearchWordTable
  user_session: UserSessionTable
  whats_new_reader: WhatsNewReaderTable
}
