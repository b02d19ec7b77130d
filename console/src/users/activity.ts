import type { ServiceEventKind, UserEventKind } from '@steward/contract/catalogue/activity'
import { m } from '@steward/contract/paraglide/messages'
import type { Activity } from '@steward/contract/users/schemas'
import { midSentence } from '../i18n/format.ts'
import type { Tone } from '../ui/display/Badge.tsx'
import { categoryLabel, plainLabel } from './changeLabels.ts'

/** Entries of one change: the audit log has one for each field, all with the same timestamp. */
export interface ActivityGroup {
  id: string
  first: Activity
  fields: Activity[]
}

/** Combines the fields of one change; events stay separate. Keeps the order. */
export function groupActivity(items: readonly Activity[]): ActivityGroup[] {
  const groups: ActivityGroup[] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last && isSameChange(last.first, item)) last.fields.push(item)
    else groups.push({ id: item.id, first: item, fields: [item] })
  }
  return groups
}

function isSameChange(a: Activity, b: Activity): boolean {
  const same = (key: 'kind' | 'type' | 'category' | 'entityName' | 'actingUser' | 'occurredTime') => a[key] === b[key]
  return (
    a.kind === 'change' &&
    same('kind') &&
    same('type') &&
    same('category') &&
    same('entityName') &&
    same('actingUser') &&
    same('occurredTime')
  )
}

const eventLabels: Record<ServiceEventKind | UserEventKind, () => string> = {
  sign_in: m.users_activity_sign_in,
  sign_in_failed: m.users_activity_sign_in_failed,
  account_locked: m.users_activity_account_locked,
  sign_out: m.users_activity_sign_out,
  session_revoked: m.users_activity_session_revoked,
  session_lapsed: m.users_activity_session_lapsed,
  session_moved: m.users_activity_session_moved,
  address_refused: m.users_activity_address_refused,
  token_replayed: m.users_activity_token_replayed,
  password_changed: m.users_activity_password_changed,
  password_change_failed: m.users_activity_password_change_failed,
  password_reset_requested: m.users_activity_password_reset_requested,
  password_set: m.users_activity_password_set,
  activation_sent: m.users_activity_activation_sent,
  mail_failed: m.users_activity_mail_failed,
  notification_failed: m.users_activity_notification_failed,
  export: m.users_activity_export,
  import: m.users_activity_import,
  scim_token_created: m.users_activity_scim_token_created,
  scim_token_revoked: m.users_activity_scim_token_revoked,
  provisioning_brake_decided: m.users_activity_provisioning_brake_decided,
  provisioning_replayed: m.users_activity_provisioning_replayed,
  api_key_created: m.users_activity_api_key_created,
  api_key_regenerated: m.users_activity_api_key_regenerated,
  api_key_overlap_ended: m.users_activity_api_key_overlap_ended,
  api_key_deleted: m.users_activity_api_key_deleted,
  data_deleted: m.events_kind_data_deleted,
  data_exported: m.events_kind_data_exported,
  data_imported: m.events_kind_data_imported,
  data_shared: m.events_kind_data_shared,
  database_restored: m.events_kind_database_restored,
  integration_failed: m.events_kind_integration_failed,
  maintenance: m.events_kind_maintenance,
  product_sign_in: m.events_kind_product_sign_in,
  product_sign_in_failed: m.events_kind_product_sign_in_failed,
}
/** The labels of events that concern a user. */
export const labelOfEvent: ReadonlyMap<string, () => string> = new Map(Object.entries(eventLabels))

/** The kind of the changed object, for use within a sentence. */
const categoryWord = (category: string): string => midSentence(categoryLabel(category))

/** The title of an entry. `username`: the user whose activity is shown. */
export function activityTitle({ first, fields }: ActivityGroup, username: string): string {
  if (first.kind === 'event') return labelOfEvent.get(first.type)?.() ?? plainLabel(first.type)
  const membership = fields.length === 1 && first.category === 'Group' && first.fieldName === 'usernames'
  if (membership && first.currentValue === username) return m.users_activity_joined({ group: first.entityName })
  if (membership && first.previousValue === username) return m.users_activity_left({ group: first.entityName })
  if (first.category === 'User' && first.entityName === username) {
    if (first.type === 'Create') return m.users_activity_created()
    if (first.type === 'Delete') return m.users_activity_deleted()
    return m.users_activity_changed()
  }
  const of = { category: categoryWord(first.category), name: first.entityName }
  if (first.type === 'Create') return m.users_activity_created_other(of)
  if (first.type === 'Delete') return m.users_activity_deleted_other(of)
  return m.users_activity_changed_other(of)
}

/** Whether the title already says everything that the fields contain. */
export const isSaidByTitle = ({ first, fields }: ActivityGroup, username: string): boolean =>
  first.kind === 'event' ||
  (fields.length === 1 && first.fieldName === 'usernames' && [first.currentValue, first.previousValue].includes(username))

/** The tone of an entry. */
export function activityTone({ first }: ActivityGroup): Tone {
  if (first.outcome === 'failure' || first.type === 'account_locked' || first.type === 'token_replayed') return 'danger'
  if (first.kind === 'event') return 'success'
  return first.type === 'Delete' ? 'warning' : 'info'
}
