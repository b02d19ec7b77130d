import type { SystemEventKind } from '@steward/contract/catalog/activity'
import type { ArrivedEvent } from '../system-events/arrivals.ts'
import { type Activity, type OcsfClass, type OcsfEvent, type OcsfUser, classes, eventOf } from './ocsf.ts'

/** Class and activity of each kind of event of the system log. */
interface Mapping {
  ocsfClass: OcsfClass
  activity: Activity
}

const account = (id: number, name: string): Mapping => ({ ocsfClass: classes.accountChange, activity: { id, name } })
const authentication = (id: number, name: string): Mapping => ({ ocsfClass: classes.authentication, activity: { id, name } })
const entity = (id: number, name: string): Mapping => ({ ocsfClass: classes.entityManagement, activity: { id, name } })
const api = (id: number, name: string): Mapping => ({ ocsfClass: classes.apiActivity, activity: { id, name } })

const logon = authentication(1, 'Logon')
const logoff = authentication(2, 'Logoff')
const passwordChange = account(3, 'Password Change')
const passwordReset = account(4, 'Password Reset')
const factorDisable = account(11, 'MFA Factor Disable')
const confirmation = authentication(99, 'Identity Confirmation')
const created = entity(1, 'Create')
const updated = entity(3, 'Update')
const deleted = entity(4, 'Delete')
const readCall = api(2, 'Read')
const otherCall = api(99, 'Other')

const mappings: Record<SystemEventKind, Mapping> = {
  sign_in: logon,
  sign_in_failed: logon,
  sign_in_new_browser: authentication(99, 'New Browser'),
  sign_in_unusual_hour: authentication(99, 'Unusual Hour'),
  product_sign_in: logon,
  product_sign_in_failed: logon,
  address_refused: logon,
  sign_out: logoff,
  session_revoked: logoff,
  session_lapsed: logoff,
  session_moved: authentication(99, 'Session Moved'),
  token_replayed: authentication(99, 'Token Replayed'),
  account_locked: account(9, 'Lock'),
  account_unlocked: account(12, 'Unlock'),
  activation_sent: account(99, 'Invite'),
  password_changed: passwordChange,
  password_change_failed: passwordChange,
  password_set: passwordChange,
  password_reset_requested: passwordReset,
  sign_in_reported: account(99, 'Sign-in Report'),
  factor_added: account(10, 'MFA Factor Enable'),
  factor_removed: factorDisable,
  factors_reset: factorDisable,
  factors_reset_requested: account(99, 'MFA Reset Request'),
  factors_reset_refused: account(99, 'MFA Reset Refuse'),
  recovery_codes_created: account(99, 'Recovery Codes Create'),
  recovery_code_used: authentication(99, 'Recovery Code Use'),
  passkey_refused: logon,
  identity_confirmed: confirmation,
  identity_not_confirmed: confirmation,
  api_key_created: created,
  api_key_regenerated: updated,
  api_key_overlap_ended: updated,
  api_key_deleted: deleted,
  scim_token_created: created,
  scim_token_revoked: deleted,
  service_token_created: created,
  service_token_revoked: deleted,
  flag_changed: updated,
  license_changed: updated,
  entitlements_ingested: updated,
  deprovisioning_limit_decided: updated,
  provisioning_replayed: updated,
  provisioning_stopped: updated,
  export: readCall,
  import: api(1, 'Create'),
  data_exported: readCall,
  data_imported: api(1, 'Create'),
  data_deleted: api(4, 'Delete'),
  data_shared: otherCall,
  database_restored: otherCall,
  integration_failed: otherCall,
  mail_failed: otherCall,
  maintenance: otherCall,
  notification_failed: otherCall,
}

const isKnown = (kind: string): kind is SystemEventKind => Object.hasOwn(mappings, kind)

export function systemEvent(tenantId: string, row: ArrivedEvent): OcsfEvent {
  const { ocsfClass, activity } = isKnown(row.kind) ? mappings[row.kind] : otherCall
  const user = userOf(row)
  const source = row.address === null ? { name: user.name } : { ip: row.address }
  const target = ocsfClass === classes.entityManagement ? { entity: entityOf(row) } : targetOf(ocsfClass, row, user)
  return eventOf(
    {
      uid: row.system_log_id,
      tenantId,
      at: row.at,
      logName: 'system',
      code: row.kind,
      message: row.username === '' ? row.kind : `${row.kind}: ${row.username}`,
      isFailure: row.outcome === 'failure',
      requestId: row.request_id,
    },
    ocsfClass,
    activity,
    {
      actor: { user },
      src_endpoint: source,
      ...(row.user_agent === '' ? {} : { http_request: { user_agent: row.user_agent } }),
      ...target,
      unmapped: { details: row.details },
    },
  )
}

const userOf = ({ username, user_id: uid }: ArrivedEvent): OcsfUser => ({
  name: username === '' ? 'Steward' : username,
  ...(uid === null ? {} : { uid }),
})

/** The service that signs people in, the account that changes, or the operation that was called. */
function targetOf(ocsfClass: OcsfClass, row: ArrivedEvent, user: OcsfUser): Record<string, unknown> {
  if (ocsfClass === classes.authentication) return { user, service: { name: 'Steward' } }
  if (ocsfClass === classes.accountChange) return { user }
  return { api: { operation: row.kind, service: { name: 'Steward' } } }
}

/** The detail that names what an event is about. */
const names = ['apiKeyName', 'tokenName', 'token', 'flag', 'package', 'product', 'name'] as const

function entityOf({ kind, details }: ArrivedEvent): { name: string; type: string } {
  const name = names.map((key) => details[key]).find((value) => typeof value === 'string')
  return { name: name ?? kind, type: kind.replace(/_[a-z]+$/, '') }
}
