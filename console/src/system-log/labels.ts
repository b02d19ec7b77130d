import type { OtherEventKind } from '@steward/contract/catalogue/activity'
import { m } from '@steward/contract/paraglide/messages'
import type { SystemEvent } from '@steward/contract/system-log/schemas'
import { labelOfEvent } from '../users/activity.ts'
import { plainLabel } from '../users/changeLabels.ts'

const otherLabels: Record<OtherEventKind, () => string> = {
  entitlements_ingested: m.events_kind_entitlements_ingested,
  flag_changed: m.events_kind_flag_changed,
  license_changed: m.events_kind_license_changed,
  provisioning_stopped: m.events_kind_provisioning_stopped,
  service_token_created: m.events_kind_service_token_created,
  service_token_revoked: m.events_kind_service_token_revoked,
}
const labelOfOther: ReadonlyMap<string, () => string> = new Map(Object.entries(otherLabels))

/** The label of a kind of event. */
export const kindLabel = (kind: string): string => (labelOfEvent.get(kind) ?? labelOfOther.get(kind))?.() ?? plainLabel(kind)

export const outcomeLabels = { success: m.events_success, failure: m.events_failure } as const
export const outcomeTones = { success: 'success', failure: 'danger' } as const

export const eventName = (event: SystemEvent): string => kindLabel(event.kind)
