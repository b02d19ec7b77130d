import type { ColumnType, Generated, GeneratedAlways, Insertable, Selectable, Updateable } from 'kysely'
import type { EsgWeights } from '@steward/contract/rules/esg'
import type { ProvisioningOperation, ProvisioningOutcome, ProvisioningResource } from '@steward/contract/provisioning/endpoints'
import type { FileKind } from '@steward/contract/rules/exports'
import type { ExportFailure, TemporaryFileStatus } from '@steward/contract/exports/endpoints'

/** A column whose value the database fills in and nobody sends. */
type Kept<T> = ColumnType<T, never, never>
/** A key column: given or defaulted on insert, never updated. */
type Key<T> = ColumnType<T, T, never>
type GeneratedKey<T> = ColumnType<T, T | undefined, never>
type Created = ColumnType<Date, Date | string | undefined, never>
type Moment = ColumnType<Date, Date | string, Date | string>
type GeneratedMoment = ColumnType<Date, Date | string | undefined, Date | string>
type OptionalMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Json = ColumnType<unknown, string, string>

export type UserStatus = 'CONFIRMED' | 'EXTERNAL_PROVIDER' | 'FORCE_CHANGE_PASSWORD'
export type UserType = 'endUser' | 'service'
export type GroupStatus = 'Enabled' | 'Disabled'
export type AuditType = 'Create' | 'Update' | 'Delete'
export type ActorType = 'user' | 'key' | 'scim' | 'service' | 'operator' | 'system'

export interface TenantTable {
  tenant_id: GeneratedKey<string>
  tenant_name: string
  display_name: string
  status: Generated<'Active' | 'Disabled'>
  license_code: Generated<string>
  version: Kept<number>
  created_at: Created
  updated_at: Kept<Date>
}

export interface AppUserTable {
  tenant_id: Key<string>
  user_id: GeneratedKey<string>
  username: string
  username_key: GeneratedAlways<string>
  email: string
  given_name: Generated<string>
  family_name: Generated<string>
  status: Generated<UserStatus>
  user_type: Generated<UserType>
  is_disabled: Generated<boolean>
  password_hash: string | null
  password_changed_at: OptionalMoment
  failed_attempts: Generated<number>
  locked_until: OptionalMoment
  last_sign_in_at: OptionalMoment
  created_at: Created
  updated_at: Kept<Date>
  version: Kept<number>
}

export interface ScimUserTable {
  tenant_id: Key<string>
  user_id: Key<string>
  external_id: string | null
  attributes: ColumnType<unknown, string | undefined, string>
  created_at: Created
  updated_at: Kept<Date>
}

export interface ScimGroupTable {
  tenant_id: Key<string>
  group_id: Key<string>
  external_id: string | null
  created_at: Created
  updated_at: Kept<Date>
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
}

export interface UserMoveTable {
  tenant_id: Kept<string>
  transaction: Kept<string>
  move_id: Kept<string>
  moved_at: Kept<Date>
  change: Kept<number | null>
  user_id: Kept<string | null>
  username_key: Kept<string | null>
  given_name: Kept<string | null>
  family_name: Kept<string | null>
  status: Kept<UserStatus | null>
  user_type: Kept<UserType | null>
  is_disabled: Kept<boolean | null>
  created_at: Kept<Date | null>
}

export interface UserGroupTable {
  tenant_id: Key<string>
  group_id: GeneratedKey<string>
  group_name: string
  group_name_key: GeneratedAlways<string>
  status: Generated<GroupStatus>
  is_reserved: ColumnType<boolean, boolean | undefined, never>
  managed_by_provider: Generated<boolean>
  user_count: Kept<number>
  role_count: Kept<number>
  created_at: Created
  updated_at: Kept<Date>
  version: Kept<number>
}

export interface RoleTable {
  tenant_id: Key<string>
  role_id: GeneratedKey<string>
  role_name: string
  role_name_key: GeneratedAlways<string>
  description: Generated<string>
  is_reserved: ColumnType<boolean, boolean | undefined, never>
  is_administrator: ColumnType<boolean, boolean | undefined, never>
  created_at: Created
  updated_at: Kept<Date>
  version: Kept<number>
}

export interface RoleActionTable {
  tenant_id: Key<string>
  role_id: Key<string>
  action_name: Key<string>
  created_at: Created
}

export interface GroupRoleTable {
  tenant_id: Key<string>
  group_id: Key<string>
  role_id: Key<string>
  created_at: Created
}

export interface GroupMemberTable {
  tenant_id: Key<string>
  group_id: Key<string>
  user_id: Key<string>
  created_at: Created
}

export interface UserSessionTable {
  tenant_id: Key<string>
  session_id: GeneratedKey<string>
  user_id: Key<string>
  method: Generated<'password' | 'oidc' | 'saml'>
  address: string | null
  user_agent: Generated<string>
  created_at: Created
  last_active_at: GeneratedMoment
  expires_at: Moment
  ended_at: OptionalMoment
  end_reason: string | null
}

export interface RefreshTokenTable {
  tenant_id: Key<string>
  token_digest: Key<Buffer>
  session_id: Key<string>
  issued_at: Created
  expires_at: Moment
  used_at: OptionalMoment
  replaced_by: Buffer | null
  successor_salt: Buffer | null
}

export interface OneTimeTokenTable {
  tenant_id: Key<string>
  token_digest: Key<Buffer>
  user_id: Key<string>
  purpose: Key<'activation' | 'reset'>
  created_at: Created
  expires_at: Moment
  used_at: OptionalMoment
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

export interface SignInThrottleTable {
  throttle_key: Key<string>
  failures: Generated<number>
  window_started_at: GeneratedMoment
  blocked_until: OptionalMoment
  updated_at: GeneratedMoment
}

export interface ApiKeyTable {
  tenant_id: Key<string>
  api_key_id: GeneratedKey<string>
  api_key_name: string
  api_key_name_key: GeneratedAlways<string>
  key_prefix: string
  key_digest: Buffer
  created_by: string | null
  created_by_name: Generated<string>
  created_at: Created
  updated_at: Kept<Date>
  last_used_at: OptionalMoment
  expires_at: OptionalMoment
  version: Kept<number>
  holder_id: string | null
  holder_name: Generated<string>
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

export interface ProvisioningEventTable {
  tenant_id: Key<string>
  provisioning_event_id: GeneratedKey<string>
  occurred_at: Created
  operation: ProvisioningOperation
  resource_type: ProvisioningResource | null
  resource_id: string | null
  resource_name: string
  outcome: ProvisioningOutcome
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

export interface ProvisioningBrakeTable {
  tenant_id: Key<string>
  is_on: boolean
  share_percent: number
  minimum_users: number
  state: Generated<'watching' | 'stopped' | 'kept' | 'released'>
  stopped_at: OptionalMoment
  decided_at: OptionalMoment
  decided_by_name: string | null
  released_until: OptionalMoment
  version: Kept<number>
  created_at: Created
  updated_at: Kept<Date>
}

export interface EsgVersionTable {
  tenant_id: Key<string>
  version: Key<number>
  weights: EsgWeights
  locked: string[]
  note: string
  restored_from: number | null
  created_by_name: string
  created_at: Created
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
  version: ColumnType<number, number | undefined, never>
}

export interface ApiUsageTable {
  tenant_id: Key<string>
  hour: Key<Date>
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

export interface ApiFailureTable {
  tenant_id: Key<string>
  occurred_at: Key<Date>
  api_failure_id: GeneratedKey<string>
  api_key_id: string
  api_key_name: string
  endpoint_id: string
  status: number
  duration_ms: number
  address: string | null
  request_id: string
}

export interface ApiKeyGroupTable {
  tenant_id: Key<string>
  api_key_id: Key<string>
  group_id: Key<string>
  created_at: Created
}

export interface FederationConfigTable {
  tenant_id: Key<string>
  state: Generated<'INACTIVE' | 'TESTING' | 'ACTIVE'>
  provider_name: string | null
  admin_username: string | null
  created_at: Created
  updated_at: Kept<Date>
  version: Kept<number>
}

export type FederationSlot = 'active' | 'draft'

export interface FederationProviderTable {
  tenant_id: Key<string>
  slot: FederationSlot
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
  group_mappings: ColumnType<unknown, string | undefined, string>
  claim_names: ColumnType<unknown, string | undefined, string>
  client_id: string | null
  client_secret: string | null
  client_secret_expires_at: OptionalMoment
  client_authentication: 'client_secret_post' | 'client_secret_basic' | 'private_key_jwt' | null
  test_result: ColumnType<unknown, string | null | undefined, string | null>
  created_at: Created
  updated_at: Kept<Date>
  version: Kept<number>
}

export interface FederationCertificateTable {
  tenant_id: Key<string>
  slot: FederationSlot
  fingerprint: Key<string>
  der: string
  subject: string
  not_before: Moment
  not_after: Moment
  is_in_metadata: boolean
  created_at: Created
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

export interface FederationFlowTable {
  tenant_id: Key<string>
  flow_digest: Key<Buffer>
  browser_digest: Buffer
  attempt_id: string
  slot: FederationSlot
  revision: string
  is_test: boolean
  started_by: string | null
  remembered: string
  departure: string | null
  created_at: Moment
  expires_at: Moment
  returned_at: OptionalMoment
  code_digest: Buffer | null
  code_expires_at: OptionalMoment
  code_used_at: OptionalMoment
  identity: string | null
}

export interface FederationSeenTable {
  tenant_id: Key<string>
  seen_digest: Key<Buffer>
  expires_at: Moment
}

export interface FederationAttemptTable {
  tenant_id: Key<string>
  attempt_id: Key<string>
  occurred_at: Moment
  is_test: boolean
  provider_name: string
  protocol: 'oidc' | 'saml'
  outcome: 'pending' | 'success' | 'failure'
  refusal: ColumnType<unknown, string | null | undefined, string | null>
  username: string | null
  address: string | null
  user_agent: Generated<string>
  steps: ColumnType<unknown, string | undefined, string>
}

export interface FederationSubjectTable {
  tenant_id: Key<string>
  issuer: Key<string>
  subject: Key<string>
  user_id: Key<string>
  created_at: Created
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

export interface DatastoreEntryTable {
  tenant_id: Key<string>
  level: Key<'Tenant' | 'User'>
  level_id: Key<string>
  entry_key: Key<string>
  value: string
  created_at: Created
  updated_at: Kept<Date>
  version: Kept<number>
}

export interface ApplicationLicenseTable {
  tenant_id: Key<string>
  license_id: GeneratedKey<string>
  product_code: string
  package_name: string
  start_date: GeneratedMoment
  end_date: Moment
}

export interface DataEntitlementTable {
  tenant_id: Key<string>
  entitlement_id: GeneratedKey<string>
  product_code: string
  start_date: GeneratedMoment
  end_date: Moment
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

export interface CompanyQuotaTable {
  tenant_id: Key<string>
  product_code: Key<string>
  quota_name: Key<string>
  value: number
  updated_at: GeneratedMoment
}

export interface EntitlementIngestTable {
  tenant_id: Key<string>
  kind: Key<'application' | 'data' | 'model' | 'quota'>
  version: number
  batch_digest: Buffer
  result: Json
  service_name: string
  ingested_at: GeneratedMoment
}

export interface ServiceTokenTable {
  service_token_id: GeneratedKey<string>
  tenant_id: ColumnType<string | null, string | null, never>
  token_name: string
  scopes: string[]
  token_prefix: string
  token_digest: Buffer
  created_at: Created
  last_used_at: OptionalMoment
  expires_at: OptionalMoment
  revoked_at: OptionalMoment
}

/** Numbers are readings; `resource_group_id` is made of zeros for the whole company. */
export interface UsageHourTable {
  tenant_id: Key<string>
  product_code: Key<string>
  metric_name: Key<string>
  resource_group_id: Key<string>
  hour: Created
  value_sum: number
  value_count: number
  value_max: number
  value_last: number
  last_at: Moment
}

export interface UsageBatchTable {
  tenant_id: Key<string>
  batch_id: Key<string>
  batch_digest: Key<Buffer>
  service_name: Key<string>
  ingested_at: Key<Date>
}

export interface QuotaAlertTable {
  tenant_id: Key<string>
  product_code: Key<string>
  quota_name: Key<string>
  level: 'normal' | 'warning' | 'critical'
  /** `2026-03-14`. */
  period: string | null
}

export interface FeatureFlagTable {
  flag_name: Key<string>
  is_enabled: Generated<boolean>
  description: Generated<string>
  updated_at: GeneratedMoment
  is_set: Generated<boolean>
  is_stopped: Generated<boolean>
  percentage: Generated<number | null>
}

export interface FeatureFlagOverrideTable {
  tenant_id: Key<string>
  flag_name: Key<string>
  is_enabled: boolean
  updated_at: GeneratedMoment
  percentage: Generated<number | null>
}

export interface FeatureFlagUserTable {
  tenant_id: Key<string>
  user_id: Key<string>
  flag_name: Key<string>
  is_enabled: boolean
  updated_at: GeneratedMoment
}

export interface ResourceGroupTable {
  tenant_id: Key<string>
  resource_group_id: GeneratedKey<string>
  product_code: Key<string>
  resource_group_name: string
  resource_group_name_key: GeneratedAlways<string>
  all_access: Generated<boolean>
  is_default: Generated<boolean>
  resource_group_package_id: string | null
  created_at: Created
  updated_at: Kept<Date>
  version: Kept<number>
}

export interface ResourceGroupProductTable {
  tenant_id: Key<string>
  product_code: Key<string>
  version: Generated<number>
}

export interface ResourceGroupGroupTable {
  tenant_id: Key<string>
  resource_group_id: Key<string>
  group_id: Key<string>
  created_at: Created
}

export interface AuditEntryTable {
  tenant_id: Key<string>
  occurred_at: Created
  audit_entry_id: GeneratedKey<string>
  type: Key<AuditType>
  category: Key<string>
  entity_id: Key<string>
  entity_name: Key<string>
  subject_id: Key<string | null>
  field_name: Key<string>
  previous_value: Key<string | null>
  current_value: Key<string | null>
  actor_type: Key<ActorType>
  actor_id: Key<string>
  actor_name: Key<string>
  request_id: Key<string | null>
}

export interface SystemLogTable {
  tenant_id: Key<string>
  occurred_at: Created
  system_log_id: GeneratedKey<string>
  kind: Key<string>
  outcome: Key<'success' | 'failure'>
  user_id: ColumnType<string | null, string | null | undefined, never>
  username: GeneratedKey<string>
  address: ColumnType<string | null, string | null | undefined, never>
  user_agent: GeneratedKey<string>
  request_id: ColumnType<string | null, string | null | undefined, never>
  details: ColumnType<Record<string, unknown>, string | undefined, never>
}

export interface RowCountTable {
  tenant_id: Kept<string>
  table_name: Kept<string>
  facet: Kept<string>
  n: Kept<number>
}

export interface AdministratorGuardTable {
  tenant_id: Kept<string>
  active_lost: Kept<boolean>
  changes: Kept<number>
}

export interface NotificationTable {
  tenant_id: Key<string>
  notification_id: GeneratedKey<string>
  transaction: Kept<string>
  message_type: Key<string>
  recipient_id: ColumnType<string | null, string | null | undefined, never>
  actor_id: ColumnType<string | null, string | null | undefined, never>
  created_at: Created
  expires_at: Moment
  properties: Json
}

export interface NotificationReceiptTable {
  tenant_id: Key<string>
  user_id: Key<string>
  notification_id: Key<string>
  status: 'ACKNOWLEDGED' | 'UNDELIVERED'
  dismissed: Generated<boolean>
  updated_at: GeneratedMoment
}

export interface NotificationReaderTable {
  tenant_id: Key<string>
  user_id: Key<string>
  acknowledged_through: string
  updated_at: GeneratedMoment
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

export interface NotificationSubscriptionTable {
  tenant_id: Key<string>
  user_id: Key<string>
  event_type: Key<string>
  namespace: string
  email: Generated<boolean>
  push: Generated<boolean>
  created_at: Created
}

export interface PushSubscriptionTable {
  tenant_id: Key<string>
  push_subscription_id: GeneratedKey<string>
  user_id: string
  endpoint: Key<string>
  endpoint_digest: Key<Buffer>
  p256dh: string
  auth: string
  user_agent: Generated<string>
  created_at: Created
}

export interface ExpiryNoticeTable {
  tenant_id: Key<string>
  source: Key<string>
  entity_id: Key<string>
  ends_at: Moment
  threshold_days: Key<number>
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

export interface TemporaryFileTable {
  tenant_id: string
  temporary_file_id: GeneratedKey<string>
  kind: FileKind
  file_name: string
  filter: Json
  created_by_type: 'user' | 'key'
  created_by: string
  created_by_name: string
  status: Generated<TemporaryFileStatus>
  failure: ExportFailure | null
  row_count: Generated<number>
  total_rows: number | null
  size_bytes: Generated<number>
  run_id: string | null
  attempts: Generated<number>
  next_attempt_at: Generated<Date>
  heartbeat_at: Date | null
  created_at: Created
  finished_at: Date | null
  expires_at: Date
}

export interface TemporaryFileChunkTable {
  tenant_id: string
  temporary_file_id: string
  chunk_number: number
  run_id: string
  content: Buffer
}

/** Every table of the schema as Kysely sees it; a test compares it with the database. */
export interface Database {
  tenant: TenantTable
  app_user: AppUserTable
  user_search_key: UserSearchKeyTable
  user_search_word: UserSearchWordTable
  user_move: UserMoveTable
  user_group: UserGroupTable
  role: RoleTable
  role_action: RoleActionTable
  group_role: GroupRoleTable
  group_member: GroupMemberTable
  user_session: UserSessionTable
  refresh_token: RefreshTokenTable
  one_time_token: OneTimeTokenTable
  signing_key: SigningKeyTable
  scim_group: ScimGroupTable
  scim_user: ScimUserTable
  sign_in_throttle: SignInThrottleTable
  api_key: ApiKeyTable
  api_key_group: ApiKeyGroupTable
  scim_token: ScimTokenTable
  provisioning_event: ProvisioningEventTable
  provisioning_removal: ProvisioningRemovalTable
  provisioning_brake: ProvisioningBrakeTable
  esg_version: EsgVersionTable
  open_model: OpenModelTable
  api_usage: ApiUsageTable
  api_failure: ApiFailureTable
  federation_config: FederationConfigTable
  federation_provider: FederationProviderTable
  federation_certificate: FederationCertificateTable
  federation_key: FederationKeyTable
  federation_flow: FederationFlowTable
  federation_seen: FederationSeenTable
  federation_attempt: FederationAttemptTable
  federation_subject: FederationSubjectTable
  federation_session: FederationSessionTable
  tenant_domain: TenantDomainTable
  datastore_entry: DatastoreEntryTable
  application_license: ApplicationLicenseTable
  data_entitlement: DataEntitlementTable
  model_entitlement: ModelEntitlementTable
  company_quota: CompanyQuotaTable
  entitlement_ingest: EntitlementIngestTable
  service_token: ServiceTokenTable
  usage_hour: UsageHourTable
  usage_batch: UsageBatchTable
  quota_alert: QuotaAlertTable
  feature_flag: FeatureFlagTable
  feature_flag_override: FeatureFlagOverrideTable
  feature_flag_user: FeatureFlagUserTable
  resource_group: ResourceGroupTable
  resource_group_group: ResourceGroupGroupTable
  resource_group_product: ResourceGroupProductTable
  audit_entry: AuditEntryTable
  system_log: SystemLogTable
  notification: NotificationTable
  notification_receipt: NotificationReceiptTable
  notification_reader: NotificationReaderTable
  notification_delivery: NotificationDeliveryTable
  notification_subscription: NotificationSubscriptionTable
  push_subscription: PushSubscriptionTable
  expiry_notice: ExpiryNoticeTable
  feedback: FeedbackTable
  temporary_file: TemporaryFileTable
  temporary_file_chunk: TemporaryFileChunkTable
  row_count: RowCountTable
  administrator_guard: AdministratorGuardTable
}

export type Row<T extends keyof Database> = Selectable<Database[T]>
export type NewRow<T extends keyof Database> = Insertable<Database[T]>
export type RowUpdate<T extends keyof Database> = Updateable<Database[T]>
