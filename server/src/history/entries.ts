import { findAction, findProduct } from '@steward/contract/catalog/index'
import { shownParts, shownValues } from '@steward/contract/history/records'
import type { HistoryEntry, HistoryField, HistoryPart } from '@steward/contract/history/schemas'
import { settingSchemas } from '@steward/contract/rules/settings-schemas'
import { packagePercentage, unassignedPackageId } from '@steward/contract/rules/resource-group-packages'
import type { z } from 'zod'
import type { EntityKey, EntityState } from '../audit-log/entity-states.ts'
import { deviceName } from '../http/device.ts'
import { cursorOf } from '../http/log-paging.ts'
import type { EventRow, HistoryRow, Names } from './queries.ts'

/** Rows of both logs as entries: one for each request, with names in place of identifiers. */

interface Found {
  names: Names
  stateOf: (entity: EntityKey) => EntityState
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const uuids = (values: readonly (string | null)[]): string[] =>
  [...new Set(values)].filter((value): value is string => value !== null && uuid.test(value))

/** Whose names the rows need. */
export const idsIn = (rows: readonly HistoryRow[]) => ({
  people: uuids(
    rows.flatMap((row) => [
      row.actor_type === 'user' ? row.actor_id : null,
      row.category === 'User' ? row.entity_id : null,
      row.field_name === 'usernames' ? row.subject_id : null,
      ...(row.field_name === 'userId' ? [row.previous_value, row.current_value] : []),
    ]),
  ),
  schemes: uuids(rows.flatMap((row) => (row.field_name === 'currencySchemeId' ? [row.previous_value, row.current_value] : []))),
  hasPackages: rows.some((row) => row.field_name === 'resourceGroupPackageId'),
  groups: uuids(
    rows.flatMap((row) =>
      row.field_name === 'groupMappings' ? [row.previous_value, row.current_value].flatMap(mappingsIn).map(({ groupId }) => groupId) : [],
    ),
  ),
})

interface GroupMapping {
  providerGroup: string
  groupId: string
}

/** The mappings of groups of the identity provider, as the database keeps them. */
const mappingsIn = (value: string | null): GroupMapping[] => (value === null ? [] : (JSON.parse(value) as GroupMapping[]))

/** Entries, newest first. An event of a request that changed the record belongs to its entry. */
export function entriesOf(
  rows: readonly HistoryRow[],
  events: readonly EventRow[],
  found: Found & { changes: ReadonlyMap<string, HistoryEntry['change']> },
): HistoryEntry[] {
  const changes = Map.groupBy(rows, (row) => row.request_id ?? row.at)
  const happened = Map.groupBy(events, (event) => event.request_id ?? event.system_log_id)
  const entries = [...changes].map(([key, own]) => changeEntry(own, happened.get(key), found, changeOf(own, found.changes)))
  const alone = [...happened].filter(([key]) => !changes.has(key)).map(([, own]) => eventEntry(own))
  return [...entries, ...alone].toSorted((a, b) => (a.occurredAt < b.occurredAt ? 1 : a.occurredAt > b.occurredAt ? -1 : 0))
}

/** What rows say was changed, the most important first. */
export type Changed = Pick<HistoryEntry, 'partCount' | 'counts' | 'isPartial' | 'parts'>

export function changedIn(rows: readonly HistoryRow[], found: Found): Changed {
  const parts = partsOf(rows, found).toSorted((a, b) => rank(a) - rank(b))
  const kinds = Map.groupBy(parts, ({ category, type }) => `${category} ${type}`).values()
  return {
    partCount: parts.length,
    counts: [...kinds].flatMap((own) => own.slice(0, 1).map(({ category, type }) => ({ category, type, count: own.length }))),
    isPartial: rows.some((row) => row.is_partial),
    parts: parts.slice(0, shownParts),
  }
}

/** What rows say of each entity, in their order. */
export const partsOf = (rows: readonly HistoryRow[], found: Found): HistoryPart[] =>
  [...Map.groupBy(rows, (row) => `${row.category} ${row.entity_id}`).values()].map((own) => partOf(own, found))

/** The change of a request; null if it made several, which are undone one by one. */
function changeOf(rows: readonly HistoryRow[], changes: ReadonlyMap<string, HistoryEntry['change']>): HistoryEntry['change'] {
  const [first, ...others] = new Set(rows.map(({ at }) => at))
  return first === undefined || others.length > 0 ? null : (changes.get(first) ?? null)
}

function changeEntry(
  rows: readonly HistoryRow[],
  events: readonly EventRow[] | undefined,
  found: Found,
  change: HistoryEntry['change'],
): HistoryEntry {
  const [newest] = rows
  if (newest === undefined) throw new Error('A change has entries')
  return {
    id: newest.audit_entry_id,
    occurredAt: newest.at,
    actorType: newest.actor_type,
    actorId: newest.actor_id,
    actorName: newest.actor_name,
    actor: newest.actor_type === 'user' ? (found.names.people.get(newest.actor_id) ?? null) : null,
    cursor: cursorOf({ at: newest.at, id: newest.audit_entry_id }),
    change,
    ...changedIn(rows, found),
    event: events === undefined ? null : eventOf(events),
  }
}

const rank = ({ type }: HistoryPart) => (type === 'Update' ? 1 : 0)

function eventEntry(events: readonly EventRow[]): HistoryEntry {
  const [newest] = events
  if (newest === undefined) throw new Error('An event is there')
  return {
    id: newest.system_log_id,
    occurredAt: newest.at,
    actorType: 'user',
    actorId: '',
    actorName: newest.username,
    actor: null,
    cursor: null,
    change: null,
    partCount: 0,
    counts: [],
    isPartial: false,
    parts: [],
    event: eventOf(events),
  }
}

/** Of several events of one request, a sign-in says the least. */
function eventOf(events: readonly EventRow[]): HistoryEntry['event'] {
  const event = events.find(({ kind }) => kind !== 'sign_in') ?? events[0]
  if (event === undefined) return null
  const { kind, outcome, address, user_agent: agent } = event
  return { kind, outcome, address, device: agent ? deviceName(agent) : null }
}

const strongest = ['Create', 'Delete', 'Update'] as const

function partOf(rows: readonly HistoryRow[], { names, stateOf }: Found): HistoryPart {
  const last = rows.at(-1)
  if (last === undefined) throw new Error('A part has entries')
  const entity = stateOf(last)
  const productCode = entity.productCode ?? rows.find(({ field_name: field }) => field === 'productCode')?.current_value ?? null
  return {
    type: strongest.find((one) => rows.some(({ type }) => type === one)) ?? 'Update',
    category: last.category,
    entityId: last.entity_id,
    entityName: last.entity_name,
    person: last.category === 'User' ? (names.people.get(last.entity_id) ?? null) : null,
    entity,
    fields: [...Map.groupBy(rows, (row) => `${kindOf(row)} ${row.field_name}`).values()].map((own) => fieldOf(own, names, productCode)),
  }
}

const kindOf = (row: HistoryRow): HistoryField['kind'] =>
  row.subject_id === null ? 'set' : row.current_value === null ? 'removed' : 'added'

function fieldOf(rows: readonly HistoryRow[], names: Names, productCode: string | null): HistoryField {
  const [first] = rows
  if (first === undefined) throw new Error('A field has entries')
  const named = (row: HistoryRow, value: string | null) => value && nameOf(row.field_name, value, names, productCode)
  // Each transaction of the request has its own count.
  const counts = new Map(rows.map((row) => [row.at, row.count]))
  return {
    fieldName: first.field_name,
    kind: kindOf(first),
    count: counts.values().reduce((sum, count) => sum + count, 0),
    values: rows.slice(0, shownValues).map((row) => ({
      subjectId: row.subject_id,
      person: (row.field_name === 'usernames' && names.people.get(row.subject_id ?? '')) || null,
      previousValue: named(row, row.previous_value ?? defaultOf(row)),
      currentValue: named(row, row.current_value),
    })),
  }
}

const settings: Readonly<Record<string, z.ZodType>> = { ...settingSchemas.Tenant, ...settingSchemas.User }

/** What applied before a setting was saved for the first time. */
function defaultOf({ type, category, entity_name: key, field_name: field }: HistoryRow): string | null {
  if (type !== 'Create' || category !== 'Setting' || field !== 'value') return null
  const parsed = settings[key]?.safeParse({})
  return parsed?.success ? JSON.stringify(parsed.data) : null
}

/** The name of what a value identifies, or the value itself. */
function nameOf(
  fieldName: string,
  value: string,
  { people, schemes, groups, packages: allPackages }: Names,
  productCode: string | null,
): string {
  switch (fieldName) {
    case 'actions':
      return findAction(value)?.scopeDisplayName ?? value
    case 'productCode':
      return findProduct(value)?.productName ?? value
    case 'currencySchemeId':
      return schemes.get(value) ?? value
    case 'groupMappings':
      return JSON.stringify(mappingsIn(value).map(({ providerGroup, groupId }) => ({ [providerGroup]: groups.get(groupId) ?? groupId })))
    case 'userId': {
      const person = people.get(value)
      return person ? `${person.givenName} ${person.familyName}` : value
    }
    case 'resourceGroupPackageId': {
      const packages = allPackages.get(productCode ?? '')
      if (packages === undefined) return value
      return value === unassignedPackageId ? '0%' : `${packagePercentage(value, packages)}%`
    }
    default:
      return value
  }
}
