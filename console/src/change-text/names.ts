import { catalogText } from '@steward/contract/catalog/texts'
import { m } from '@steward/contract/paraglide/messages'
import type { HistoryEntry, HistoryField, HistoryPart, HistoryValue } from '@steward/contract/history/schemas'
import { actorName, entityName } from './labels.ts'
import { personName } from '../i18n/format.ts'
import { valueLabel } from './fields.ts'

/** Who did it: a person by the name of today, others as the log has them. */
export const whoOf = (entry: HistoryEntry): string => (entry.actor && personName(entry.actor)) || actorName(entry)

const settingLabels: Record<string, () => string> = {
  tenantSettings: m.tenant_settings_preview,
  sessionPolicy: m.tenant_settings_sessions,
  emailDomains: m.tenant_settings_domains,
  accountCreation: m.tenant_settings_creation,
  signInAddresses: m.tenant_settings_addresses,
  logRetention: m.tenant_settings_retention,
  secondFactor: m.tenant_settings_factor,
}

/** What was changed, named as its page does. */
export function partName(part: HistoryPart): string {
  if (part.person) return personName(part.person) || part.entityName
  if (part.category === 'Setting') return settingLabels[part.entityName]?.() ?? entityName(part)
  if (part.category === 'Second factor' && part.entityName === '') return valueOf(part, 'kind') ?? entityName(part)
  const product = part.category === 'Licence' || part.category === 'Data entitlement' || part.category === 'Quota'
  return (product && productOf(part)) || entityName(part)
}

/** Licenses are called by their product. */
const productOf = (part: HistoryPart): string | undefined => valueOf(part, part.category === 'Quota' ? 'quotaName' : 'productCode')

/** What a field of a record was set to, or had before. */
function valueOf({ fields }: HistoryPart, name: string): string | undefined {
  const [value] = fields.find(({ fieldName }) => fieldName === name)?.values ?? []
  return (value && fieldText(name, value.currentValue ?? value.previousValue)) || undefined
}

/** Fields with the name of their record. */
export const nameFields: ReadonlySet<string> = new Set([
  'groupName',
  'roleName',
  'apiKeyName',
  'resourceGroupName',
  'tagName',
  'tokenName',
  'currencySchemeName',
])

/** What a record is called after a change: the audit log names it as it was before. */
export function nameAfter(part: HistoryPart): string {
  const renamed = part.fields.find(({ fieldName, kind }) => kind === 'set' && nameFields.has(fieldName))
  return renamed?.values[0]?.currentValue ?? partName(part)
}

/** The name of what was added or removed. */
export const subjectName = ({ fieldName }: HistoryField, value: HistoryValue): string =>
  (value.person && personName(value.person)) || (fieldText(fieldName, value.currentValue ?? value.previousValue) ?? '–')

/** A value as text. */
export function fieldText(fieldName: string, value: string | null): string | null {
  const text = valueLabel(fieldName, value)
  return text === null || fieldName !== 'actions' ? text : catalogText(text)
}
