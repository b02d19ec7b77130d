import type { HistoryEntry, HistoryField, HistoryPart } from '@steward/contract/history/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { kindOf } from './labels.ts'
import { formatList } from '../i18n/format.ts'
import { BeforeAfter, type ChangedField } from '../ui/display/ChangedFields.tsx'
import { fieldLabel } from './fields.ts'
import { fieldText, nameFields, partName, subjectName } from './names.ts'
import { eventLabel, namedSubjects } from './sentence.ts'
import { type Leaf, leavesOf } from './structured.ts'

/** The fields of an entry, with the values before and after. What its sentence says is not repeated. */
export function detailsOf({ parts, partCount }: HistoryEntry): ChangedField[] {
  return parts.flatMap((part, index) => {
    const fields = partDetails(part)
    const isOnly = partCount === 1
    if (isOnly && isSaid(part)) return []
    const place = isOnly || index === 0 ? '' : `${kindOf(part)} ${partName(part)} · `
    return fields.map((detail) => ({ ...detail, field: `${place}${detail.field}` }))
  })
}

/** The fields of one record, with the values before and after. */
export const partDetails = (part: HistoryPart): ChangedField[] =>
  part.fields.filter((field) => !isTold(part, field)).flatMap((field) => fieldDetails(part, field))

/** Whether the sentence has all there is: one name added or removed, enabled, renamed, a new password. */
function isSaid({ type, fields, category }: HistoryPart): boolean {
  const [field, ...others] = fields
  if (type !== 'Update' || field === undefined || others.length > 0) return false
  if (field.kind !== 'set') return field.count <= namedSubjects
  const { fieldName } = field
  return (
    nameFields.has(fieldName) || fieldName === 'password' || fieldName === 'isDisabled' || (fieldName === 'status' && category === 'Group')
  )
}

/** The name of what was created, and what is so unless something else is said. */
function isTold({ type, category, entityName }: HistoryPart, { fieldName, values }: HistoryField): boolean {
  if (type === 'Update') return fieldName === 'password'
  const [value] = values
  const text = value?.currentValue ?? value?.previousValue
  return (
    text === 'false' ||
    text === '' ||
    text === '[]' ||
    // Whose setting it is: where it is the tenant's, there is only one.
    (category === 'Setting' && (fieldName === 'levelId' || (fieldName === 'level' && text === 'Tenant'))) ||
    (fieldName === 'productCode' && (category === 'Licence' || category === 'Data entitlement')) ||
    fieldName === 'userType' ||
    fieldName === 'version' ||
    (text === entityName && !(category === 'User' && fieldName === 'email'))
  )
}

function fieldDetails({ category, type }: HistoryPart, field: HistoryField): ChangedField[] {
  const label = fieldLabel({ category, fieldName: field.fieldName })
  if (field.kind !== 'set') {
    const names = formatList(field.values.map((value) => subjectName(field, value)))
    const left = field.count - field.values.length
    const text = left > 0 ? `${names} ${m.history_more_values({ count: left })}` : names
    const name = text
    return [{ field: label, content: field.kind === 'added' ? m.audit_added({ name }) : m.audit_removed({ name }) }]
  }
  return field.values.flatMap(({ previousValue, currentValue }) => {
    const leaves = leavesOf(previousValue, currentValue, field.fieldName === 'eventKinds' ? eventLabel : undefined)
    if (leaves)
      return leaves
        .filter((leaf) => !isDefault(type, leaf))
        .map((leaf) => ({ field: leaf.label || label, content: contentOf(type, leaf.before, leaf.after) }))
    return { field: label, content: contentOf(type, fieldText(field.fieldName, previousValue), fieldText(field.fieldName, currentValue)) }
  })
}

/** Of what was created, what is as it was without it. */
const isDefault = (type: HistoryPart['type'], { before, after }: Leaf): boolean =>
  type === 'Create' && before === null && after === m.history_default()

/** What was created or deleted has only one value. */
function contentOf(type: HistoryPart['type'], before: string | null, after: string | null) {
  if (type === 'Create' && before === null) return after
  if (type === 'Delete' && after === null) return before
  return <BeforeAfter before={before} after={after} />
}
