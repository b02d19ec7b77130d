import { m } from '@steward/contract/paraglide/messages'
import type { ProvisioningEvent, ProvisioningEventDetail } from '@steward/contract/provisioning/schemas'
import type { ProvisioningOutcome } from '@steward/contract/provisioning/constants'
import type { Tone } from '../ui/display/Badge.tsx'

/** "Create user", "Change group". */
export function operationText({ operation, resourceType }: Pick<ProvisioningEvent, 'operation' | 'resourceType'>): string {
  return operationLabels[operation][resourceType ?? 'other']()
}

type Labels = Record<'User' | 'Group' | 'other', () => string>
const operationLabels: Record<ProvisioningEvent['operation'], Labels> = {
  create: { User: m.scim_op_create_user, Group: m.scim_op_create_group, other: m.scim_op_unknown },
  replace: { User: m.scim_op_replace_user, Group: m.scim_op_replace_group, other: m.scim_op_unknown },
  patch: { User: m.scim_op_patch_user, Group: m.scim_op_patch_group, other: m.scim_op_unknown },
  delete: { User: m.scim_op_delete_user, Group: m.scim_op_delete_group, other: m.scim_op_unknown },
  read: { User: m.scim_op_read_user, Group: m.scim_op_read_group, other: m.scim_op_read_other },
  bulk: { User: m.scim_op_bulk, Group: m.scim_op_bulk, other: m.scim_op_bulk },
}

export const outcomeLabels: Record<ProvisioningOutcome, () => string> = {
  changed: m.scim_outcome_changed,
  unchanged: m.scim_outcome_unchanged,
  failed: m.scim_outcome_failed,
  limited: m.scim_outcome_limited,
  read: m.scim_outcome_read,
}

export const outcomeTones: Record<ProvisioningOutcome, Tone> = {
  changed: 'success',
  unchanged: 'neutral',
  failed: 'danger',
  limited: 'warning',
  read: 'info',
}

/** The outcome of an operation, as tables and panels show it: a dry run changed nothing. */
export const outcomeText = ({ outcome, isDryRun }: Pick<ProvisioningEvent, 'outcome' | 'isDryRun'>): string =>
  isDryRun && outcome === 'changed' ? m.scim_outcome_would_change() : outcomeLabels[outcome]()

/** The user or group that an operation was about. */
export const nameOf = ({ resourceName, resourceId, resourceType }: ProvisioningEvent): string =>
  resourceName || resourceId || (resourceType === null ? m.scim_resource_none() : m.scim_resource_unknown())

/** How an administrator can fix a failure. */
export function adviceFor({ code, scimType, status, outcome }: ProvisioningEventDetail): string | undefined {
  if (status < 400) return undefined
  if (outcome === 'limited') return m.scim_advice_limited()
  const known = code === null ? undefined : adviceByCode[code]
  if (known) return known()
  const ofType = scimType === null ? undefined : adviceByType[scimType]
  if (ofType) return ofType()
  if (status === 404) return m.scim_advice_missing()
  if (status === 412) return m.scim_advice_stale()
  return status >= 500 ? m.scim_advice_internal() : m.scim_advice_other()
}

const adviceByCode: Partial<Record<string, () => string>> = {
  last_administrator: m.scim_advice_last_administrator,
  email_domain_refused: m.scim_advice_domain,
  group_limit_reached: m.scim_advice_group_limit,
  group_reserved: m.scim_advice_reserved,
  group_name_reserved: m.scim_advice_reserved,
}

const adviceByType: Partial<Record<string, () => string>> = {
  uniqueness: m.scim_advice_taken,
  mutability: m.scim_advice_read_only,
  noTarget: m.scim_advice_missing,
  invalidSyntax: m.scim_advice_mapping,
  invalidValue: m.scim_advice_mapping,
  invalidPath: m.scim_advice_mapping,
  invalidFilter: m.scim_advice_mapping,
}
