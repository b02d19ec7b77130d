import type { Problem } from './problem-schemas.ts'

/**
 * Every error the server can return, with its HTTP status and parameters. The text is in the message catalog under
 * `error_<code>`; the server picks the language by Accept-Language.
 */
export const errors = {
  // Any endpoint
  invalid_request: 400,
  malformed_json: 400,
  address_malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  cross_site: 403,
  token_not_accepted: 403,
  not_found: 404,
  route_not_found: 404,
  preview_unavailable: 400,
  as_of_future: 400,
  as_of_too_old: 400,
  difference_too_large: 400,
  method_not_allowed: 405,
  request_timeout: 408,
  version_conflict: 412,
  body_too_large: 413,
  address_too_long: 414,
  unsupported_media_type: 415,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
  overloaded: 503,
  took_too_long: 503,
  outcome_unknown: 503,
  storage_full: 507,
  // Session
  login_failed: 401,
  sign_in_locked: 429,
  no_session: 401,
  session_ended: 400,
  old_password_wrong: 400,
  password_unchanged: 400,
  password_rules: 400,
  password_common: 400,
  password_managed_elsewhere: 409,
  link_invalid: 400,
  mail_failed: 503,
  sign_in_step_ended: 400,
  code_wrong: 400,
  passkey_refused: 400,
  passkey_unknown: 400,
  passkey_known: 409,
  passkey_limit_reached: 409,
  authenticator_exists: 409,
  authenticator_setup_ended: 400,
  factor_kind_refused: 409,
  factor_required: 409,
  factors_missing: 409,
  factor_reset_waiting: 409,
  factor_reset_own: 409,
  factor_reset_ended: 409,
  freshness_required: 401,
  confirmation_unavailable: 409,
  // Users
  user_exists: 409,
  user_looks_alike: 409,
  user_is_self: 409,
  user_not_pending: 409,
  user_managed_elsewhere: 409,
  user_is_break_glass: 409,
  last_administrator: 409,
  administrator_only: 403,
  grant_exceeds_own: 403,
  group_unknown: 400,
  user_without_password: 409,
  selection_empty: 400,
  selection_too_large: 400,
  change_not_undoable: 409,
  change_conflict: 409,
  import_refused: 422,
  import_empty: 400,
  import_too_large: 413,
  // Groups
  group_name_invalid: 400,
  group_name_reserved: 409,
  group_name_taken: 409,
  group_limit_reached: 409,
  group_not_empty: 409,
  group_reserved: 409,
  group_managed_elsewhere: 409,
  user_unknown: 400,
  role_unknown: 400,
  // Roles
  role_name_taken: 409,
  role_reserved: 409,
  action_unknown: 400,
  action_unavailable: 400,
  // Messages
  event_type_unavailable: 409,
  event_namespace_wrong: 400,
  push_endpoint_refused: 400,
  push_limit_reached: 409,
  // Open models
  terms_outdated: 409,
  terms_not_accepted: 409,
  concurrency_too_large: 400,
  // API keys
  api_key_name_taken: 409,
  api_key_limit_reached: 409,
  log_stream_name_taken: 409,
  log_stream_limit_reached: 409,
  log_stream_address_invalid: 400,
  log_stream_sends_nothing: 400,
  log_stream_without_secret: 409,
  log_stream_replay_refused: 400,
  expiry_past: 400,
  // Feature flags
  flag_not_found: 404,
  access_per_person: 409,
  targeting_key_foreign: 400,
  // Tenant data
  setting_too_large: 413,
  setting_not_own: 403,
  setting_needs_person: 403,
  session_too_short: 409,
  own_address_excluded: 409,
  own_domain_excluded: 409,
  address_refused: 403,
  email_domain_refused: 409,
  // Saved views
  view_name_taken: 409,
  view_limit_reached: 409,
  view_unknown: 400,
  // Entitlements
  ingest_tenant_unknown: 404,
  ingest_refused: 422,
  ingest_outdated: 409,
  ingest_version_taken: 409,
  ingest_batch_taken: 409,
  service_scope_missing: 403,
  service_product_other: 403,
  // Temporary data
  export_limit_reached: 409,
  temporary_space_full: 409,
  file_not_ready: 409,
  file_finished: 409,
  file_expired: 410,
  // Audit log
  archive_unavailable: 502,
  archive_damaged: 409,
  // Resource groups
  resource_group_name_taken: 409,
  resource_group_unknown: 400,
  resource_group_listed_twice: 400,
  groups_with_all_access: 400,
  package_unknown: 400,
  package_unavailable: 400,
  baseline_required: 400,
  package_quota_full: 409,
  package_quota_exceeded: 409,
  allocation_over_100: 409,
  default_without_package: 400,
  default_listed_twice: 400,
  // Jobs
  job_unknown: 404,
  job_not_cancellable: 409,
  job_ended: 409,
  job_not_waiting: 409,
  job_command_pending: 409,
  command_answered: 409,
  tag_unknown: 400,
  // Uploads
  file_encoding_invalid: 400,
  upload_empty: 400,
  table_upload_refused: 422,
  upload_canceled: 409,
  upload_finished: 409,
  // Reference data
  tag_exists: 409,
  where_invalid: 400,
  currency_unknown: 400,
  currency_is_anchor: 409,
  scheme_unknown: 404,
  anchor_in_use: 409,
  anchor_inactive: 409,
  default_scheme_required: 409,
  default_scheme_inactive: 409,
  default_scheme_twice: 409,
  vintage_unknown: 404,
  vintage_published: 409,
  vintage_empty: 409,
  upload_running: 409,
  rate_missing: 404,
  // Provisioning
  scim_token_name_taken: 409,
  scim_token_limit_reached: 409,
  event_not_replayable: 409,
  limit_decision_void: 409,
  deprovisioning_limit_reached: 503,
  // Help and feedback
  person_needed: 403,
  screenshot_unreadable: 400,
  // Single sign-on
  federation_untested: 409,
  federation_secret_untested: 409,
  federation_no_draft: 409,
  federation_inactive: 409,
  federation_other_provider: 409,
  federation_metadata_refused: 422,
  federation_client_missing: 400,
  federation_break_glass_refused: 400,
  federation_certificate_in_use: 409,
  federation_key_pending: 409,
  federation_key_active: 409,
  federation_provider_unreachable: 502,
  federation_refused: 401,
  domain_exists: 409,
  domain_taken: 409,
  domain_limit_reached: 409,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errors

/** Values that an error's text refers to. */
export type ErrorParameters = Record<string, string | number | boolean>

/**
 * Whether a body is one of our problems, judged by the members that its readers use. Hand-written, so that reading an
 * error does not load the schema, and the first page does not load the schema library.
 */
export function isProblem(body: unknown): body is Problem {
  if (typeof body !== 'object' || body === null) return false
  const { code, message, requestId, errors: faults } = body as Partial<Problem>
  const isText = (value: unknown) => typeof value === 'string'
  const isFault = (fault: unknown) =>
    typeof fault === 'object' && fault !== null && 'field' in fault && isText(fault.field) && 'message' in fault && isText(fault.message)
  return isText(code) && isText(message) && isText(requestId) && (faults === undefined || (Array.isArray(faults) && faults.every(isFault)))
}

/** The error of one field, before it has a text. */
export interface FieldFault {
  field: string
  code: string
  parameters?: ErrorParameters
}

/** An error to return to the client. Thrown anywhere on the server; the HTTP layer adds the text. */
export class ProblemException extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly parameters: ErrorParameters
  readonly fields: FieldFault[]
  constructor(code: ErrorCode, parameters: ErrorParameters, fields: FieldFault[]) {
    super(code)
    this.name = 'ProblemException'
    this.code = code
    this.status = errors[code]
    this.parameters = parameters
    this.fields = fields
  }
}

/**
 * Builds the error to throw: `throw problem('group_not_empty', { count: 3 }, { field: 'groupName' })`.
 * With `field`, the same code is also reported for that field; `fields` gives each field its own code.
 */
export function problem(
  code: ErrorCode,
  parameters: ErrorParameters = {},
  where: { field?: string; fields?: FieldFault[] } = {},
): ProblemException {
  const fields = where.fields ?? (where.field === undefined ? [] : [{ field: where.field, code, parameters }])
  return new ProblemException(code, parameters, fields)
}
