import type { AuditChange, AuditEntry } from '@steward/contract/audit-log/schemas'
import { findJobType } from '@steward/contract/catalog/jobs'
import { catalogText } from '@steward/contract/catalog/texts'
import { m } from '@steward/contract/paraglide/messages'
import { formatList } from '../i18n/format.ts'
import { formatNumber } from '../i18n/time.ts'
import type { Tone } from '../ui/display/Badge.tsx'
import { categoryLabel, fieldLabel, plainLabel, valueLabel } from './fields.ts'

type AuditRow = AuditEntry | AuditChange

export const typeLabels = { Create: m.audit_type_create, Update: m.audit_type_update, Delete: m.audit_type_delete } as const
export const typeTones = { Create: 'success', Update: 'neutral', Delete: 'danger' } as const satisfies Record<string, Tone>

const actorLabels: Partial<Record<AuditRow['actorType'], () => string>> = {
  key: m.audit_actor_key,
  operator: m.audit_actor_operator,
  scim: m.audit_actor_scim,
  service: m.audit_actor_service,
  system: m.audit_actor_system,
}

/** The kind of actor, for all but people. */
export const actorKind = (type: AuditRow['actorType']): string | undefined => actorLabels[type]?.()

/** Who made a change: a name, or the kind of actor where there is only one. */
export const actorName = ({ actorType, actorName: name }: Pick<AuditRow, 'actorType' | 'actorName'>): string =>
  actorType === 'operator' || actorType === 'system' ? (actorKind(actorType) ?? name) : name

/** Kinds of record that have no name, or none that says more. */
const nameless: ReadonlySet<AuditRow['category']> = new Set(['Tenant', 'Single sign-on', 'Second factor'])

/** What was changed. Settings have keys for names, jobs the code of what they do. */
export function entityName({ entityName: name, entityId, category }: Pick<AuditRow, 'entityName' | 'entityId' | 'category'>): string {
  if (name === '') return nameless.has(category) ? categoryLabel(category) : entityId
  if (category === 'Job') return catalogText(findJobType(name)?.name ?? name)
  return category === 'Setting' ? plainLabel(name) : name
}

export const kindOf = ({ category }: Pick<AuditRow, 'category'>): string => categoryLabel(category)

/** "Name: Stewards → Keepers", or the names of the fields with how many values each has. */
export function changedFields({ category, fields, fieldCount }: AuditChange): string {
  const [first, ...rest] = fields
  if (first === undefined) return '–'
  const label = fieldLabel({ category, fieldName: first.fieldName })
  if (rest.length === 0) {
    const [before, after] = [first.previousValue, first.currentValue].map((value) => valueLabel(first.fieldName, value) ?? '')
    if (before && after) return `${label}: ${before} → ${after}`
    return `${label}: ${after ? m.audit_added({ name: after }) : m.audit_removed({ name: before ?? '' })}`
  }
  const counts = Map.groupBy(fields, (field) => fieldLabel({ category, fieldName: field.fieldName }))
  const names = [...counts].map(([name, entries]) => (entries.length > 1 ? `${name} (${formatNumber(entries.length)})` : name))
  const left = fieldCount - fields.length
  return formatList(left > 0 ? [...names, m.audit_more_fields({ count: left })] : names)
}
