import { type ServiceEventKind, type SystemEventKind, serviceEventKinds } from '../catalog/activity.ts'

const kindNames = {
  account_locked: true,
  account_unlocked: true,
  activation_sent: true,
  address_refused: true,
  api_key_created: true,
  api_key_deleted: true,
  api_key_regenerated: true,
  api_key_overlap_ended: true,
  entitlements_ingested: true,
  export: true,
  factor_added: true,
  factor_removed: true,
  factors_reset: true,
  factors_reset_refused: true,
  factors_reset_requested: true,
  flag_changed: true,
  identity_confirmed: true,
  identity_not_confirmed: true,
  import: true,
  license_changed: true,
  mail_failed: true,
  notification_failed: true,
  passkey_refused: true,
  password_change_failed: true,
  password_changed: true,
  password_reset_requested: true,
  password_set: true,
  deprovisioning_limit_decided: true,
  provisioning_replayed: true,
  provisioning_stopped: true,
  recovery_code_used: true,
  recovery_codes_created: true,
  scim_token_created: true,
  scim_token_revoked: true,
  service_token_created: true,
  service_token_revoked: true,
  session_lapsed: true,
  session_moved: true,
  session_revoked: true,
  sign_in: true,
  sign_in_failed: true,
  sign_in_new_browser: true,
  sign_in_reported: true,
  sign_in_unusual_hour: true,
  sign_out: true,
  token_replayed: true,
} satisfies Record<Exclude<SystemEventKind, ServiceEventKind>, true>

/** Every kind of event in the system log. */
export const systemEventKinds: readonly SystemEventKind[] = [
  ...(Object.keys(kindNames) as (keyof typeof kindNames)[]), // the keys of the object above
  ...serviceEventKinds,
]

export const eventOutcomes = ['success', 'failure'] as const
export type EventOutcome = (typeof eventOutcomes)[number]

/** The most entries that one call compares: what no index knows is compared entry by entry. */
export const examinedEvents = 50_000

/** Events in one call of a service. */
export const mostIngestedEvents = 1_000
