import type { EventDetail, OtherEventKind } from '@steward/contract/catalog/activity'
import { m } from '@steward/contract/paraglide/messages'
import type { SystemEvent } from '@steward/contract/system-log/schemas'
import { formatMoment, formatNumber } from '../i18n/time.ts'
import { labelOfEvent } from '../change-text/events.ts'
import { plainLabel } from '../change-text/fields.ts'
import { codedText } from './detailValues.ts'

const otherLabels: Record<OtherEventKind, () => string> = {
  entitlements_ingested: m.events_kind_entitlements_ingested,
  flag_changed: m.events_kind_flag_changed,
  license_changed: m.events_kind_license_changed,
  provisioning_stopped: m.events_kind_provisioning_stopped,
  service_token_created: m.events_kind_service_token_created,
  service_token_revoked: m.events_kind_service_token_revoked,
}
const labelOfOther: ReadonlyMap<string, () => string> = new Map(Object.entries(otherLabels))

const detailLabels: Record<EventDetail, () => string> = {
  added: m.events_detail_added,
  apiKeyName: m.keys_column_name,
  approvedBy: m.events_detail_approved_by,
  attemptId: m.events_detail_attempt_id,
  by: m.events_detail_by,
  change: m.events_detail_change,
  changed: m.events_detail_changed,
  channel: m.events_detail_channel,
  created: m.events_detail_created,
  currencySchemeCode: m.audit_field_scheme_code,
  decision: m.events_detail_decision,
  downloaded: m.events_detail_downloaded,
  endedSessions: m.events_detail_ended_sessions,
  eventId: m.events_detail_event_id,
  failures: m.events_detail_failures,
  fileId: m.events_detail_file_id,
  flag: m.audit_category_feature_flag,
  from: m.events_detail_from,
  kind: m.events_detail_kind,
  limit: m.events_detail_limit,
  lines: m.events_detail_lines,
  lockedUntil: m.events_detail_locked_until,
  messageType: m.events_detail_message_type,
  method: m.events_detail_method,
  name: m.events_detail_name,
  notificationId: m.events_detail_notification_id,
  operation: m.events_detail_operation,
  package: m.events_detail_package,
  prefix: m.keys_column_prefix,
  previousAddress: m.events_detail_previous_address,
  product: m.events_detail_product,
  reason: m.events_detail_reason,
  received: m.events_detail_received,
  recipient: m.events_detail_recipient,
  refusal: m.events_detail_refusal,
  removed: m.events_detail_removed,
  scope: m.events_detail_scope,
  sessionId: m.events_detail_session_id,
  status: m.events_detail_status,
  template: m.events_detail_template,
  tenants: m.events_detail_tenants,
  to: m.events_detail_to,
  token: m.events_detail_token,
  tokenName: m.scim_column_name,
  unchanged: m.events_detail_unchanged,
  until: m.events_detail_until,
  updated: m.events_detail_updated,
  usedAt: m.events_detail_used_at,
  user: m.events_column_user,
  version: m.events_detail_version,
  vintage: m.vintages_column_vintage,
  what: m.events_detail_what,
}
const labelOfDetail: ReadonlyMap<string, () => string> = new Map(Object.entries(detailLabels))

/** The label of what an event has besides; services choose names of their own. */
export const detailLabel = (name: string): string => labelOfDetail.get(name)?.() ?? plainLabel(name)

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** Times, numbers and codes in the language shown; what services and others wrote as it is. */
export function detailText(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? m.ui_yes() : m.ui_no()
  if (typeof value === 'number') return formatNumber(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return codedText(name, text) ?? (moment.test(text) ? formatMoment(text) : text)
}

/** Details whose values say themselves what they are. */
const plainDetails: ReadonlySet<string> = new Set<EventDetail>([
  'apiKeyName',
  'flag',
  'method',
  'name',
  'product',
  'reason',
  'recipient',
  'refusal',
  'template',
  'token',
  'tokenName',
  'user',
  'what',
])

/** What an event has besides, in a line; without the ids of records, which only say something to programs. */
export const detailsText = ({ details }: Pick<SystemEvent, 'details'>): string =>
  Object.entries(details)
    .filter(([name]) => !name.endsWith('Id'))
    .map(([name, value]) => {
      const text = detailText(name, value)
      return plainDetails.has(name) ? text : m.events_detail({ name: detailLabel(name), value: text })
    })
    .join(' · ')

/** The label of a kind of event. */
export const kindLabel = (kind: string): string => (labelOfEvent.get(kind) ?? labelOfOther.get(kind))?.() ?? plainLabel(kind)

export const outcomeLabels = { success: m.events_success, failure: m.events_failure } as const
export const outcomeTones = { success: 'success', failure: 'danger' } as const

export const eventName = (event: SystemEvent): string => kindLabel(event.kind)
