import { m } from '@steward/contract/paraglide/messages'
import type { HistoryEntry, HistoryField, HistoryPart } from '@steward/contract/history/schemas'
import { kindOf } from './labels.ts'
import { formatList, midSentence } from '../i18n/format.ts'
import { fieldLabel, plainLabel } from './fields.ts'
import { labelOfEvent } from './events.ts'
import { nameFields, partName, subjectName, whoOf } from './names.ts'

/** What one request did, in one sentence: who did what to which record. */

const one = {
  Create: m.history_created,
  Update: m.history_changed,
  Delete: m.history_deleted,
}
const many = { Create: m.history_created_many, Update: m.history_changed_many, Delete: m.history_deleted_many }

type Counted = (inputs: { count: number }) => string
const countedKinds: Record<string, Counted> = {
  User: m.history_users,
  Group: m.history_groups,
  Role: m.history_roles,
  Tag: m.history_tags,
  Job: m.history_jobs,
}
const countedSubjects: Record<string, Counted> = {
  usernames: m.history_people,
  roles: m.history_roles,
  groups: m.history_groups,
  actions: m.history_actions,
  tags: m.history_tags,
}
/** More names than these are counted. */
export const namedSubjects = 3

/** Events beside the sign-in that they belong to. The history tells both together. */
const risks: ReadonlySet<string> = new Set(['sign_in_new_browser', 'sign_in_unusual_hour'])

export const eventLabel = (kind: string): string => labelOfEvent.get(kind)?.() ?? plainLabel(kind)
const eventSentence = (kind: string): string => (risks.has(kind) ? `${eventLabel('sign_in')} · ${eventLabel(kind)}` : eventLabel(kind))

export function sentenceOf(entry: HistoryEntry): string {
  const [part] = entry.parts
  if (part === undefined) return entry.event ? eventSentence(entry.event.kind) : ''
  const actor = whoOf(entry)
  // While servers are replaced one by one, the release before can answer, without counts.
  const { counts = [] }: Partial<HistoryEntry> = entry
  const count = counts.find(isLike(part))?.count ?? 1
  const sentence = count === 1 ? partSentence(actor, part, entry.isPartial) : manySentence(entry, part, count)
  const rest = entry.partCount - count
  return rest === 0 ? sentence : m.history_and_more({ sentence, count: rest })
}

type Kind = Pick<HistoryPart, 'category' | 'type'>
const isLike = (one: Kind) => (other: Kind) => other.category === one.category && other.type === one.type

/** Of several records of which the same is told as of this one. */
function manySentence(entry: HistoryEntry, part: HistoryPart, count: number): string {
  const actor = whoOf(entry)
  const counted = (countedKinds[part.category] ?? m.history_records)({ count })
  const where = entry.isPartial ? m.history_at_least({ what: counted }) : counted
  const same = sameLink(entry.parts.filter(isLike(part)))
  if (same?.kind === 'added') return m.history_added_to({ actor, what: subjectsOf(same, false), where })
  if (same?.kind === 'removed') return m.history_removed_from({ actor, what: subjectsOf(same, false), where })
  return many[part.type]({ actor, what: where })
}

function partSentence(actor: string, part: HistoryPart, isPartial: boolean): string {
  const name = partName(part)
  const kind = midSentence(kindOf(part))
  const [field, ...others] = part.fields
  if (part.type === 'Update' && part.fields.some(({ fieldName }) => fieldName === 'password'))
    return actor === name ? m.history_password_own({ name }) : m.history_password({ actor, name })
  if (part.type !== 'Update' || field === undefined || others.length > 0) return one[part.type]({ actor, kind, name })
  if (field.kind === 'set') return fieldSentence(actor, part, field)
  const what = subjectsOf(field, isPartial)
  return field.kind === 'added' ? m.history_added({ actor, what, kind, name }) : m.history_removed({ actor, what, kind, name })
}

/** What was added to all of them or removed from all of them, if it is the same. */
function sameLink(parts: readonly HistoryPart[]): HistoryField | undefined {
  const keyOf = ({ kind, fieldName, values }: HistoryField) => JSON.stringify([kind, fieldName, values.map(({ subjectId }) => subjectId)])
  const [first] = parts[0]?.fields ?? []
  if (first === undefined || first.kind === 'set') return undefined
  return parts.every(({ fields }) => fields.length === 1 && fields[0] && keyOf(fields[0]) === keyOf(first)) ? first : undefined
}

/** "Ada Lindqvist", "group Analysts", "38 people" */
function subjectsOf(field: HistoryField, isPartial: boolean): string {
  if (field.count > namedSubjects || isPartial) {
    const what = (countedSubjects[field.fieldName] ?? m.history_records)({ count: field.count })
    return isPartial ? m.history_at_least({ what }) : what
  }
  return formatList(field.values.map((value) => subjectName(field, value)))
}

function fieldSentence(actor: string, part: HistoryPart, { fieldName, values }: HistoryField): string {
  const { category } = part
  const name = partName(part)
  const kind = midSentence(kindOf(part))
  const { previousValue: before, currentValue: after } = values[0] ?? { previousValue: null, currentValue: null }
  if (category === 'Setting' || name === kindOf(part)) return m.history_changed_setting({ actor, name })
  if (nameFields.has(fieldName) && before !== null && after !== null) return m.history_renamed({ actor, kind, before, after })
  if (fieldName === 'isDisabled' || (fieldName === 'status' && category === 'Group')) {
    const disabled = after === 'true' || after === 'Disabled'
    return disabled ? m.history_disabled({ actor, kind, name }) : m.history_enabled({ actor, kind, name })
  }
  return m.history_changed_field({ actor, field: midSentence(fieldLabel({ category, fieldName })), kind, name })
}
