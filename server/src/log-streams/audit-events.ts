import type { ArrivedEntry } from '../audit-log/arrivals.ts'
import { type Activity, type OcsfClass, type OcsfEvent, classes, eventOf } from './ocsf.ts'

/** Fields of one change that an event carries. */
const mostFields = 500

/** What one request changed in one entity is one event, with the time and ID of its first field. */
export function auditEvents(tenantId: string, rows: readonly ArrivedEntry[]): OcsfEvent[] {
  const changes = Map.groupBy(rows, changeKey)
  return [...changes.values()].flatMap((change) => {
    const [first] = change
    return first === undefined ? [] : [changeEvent(tenantId, first, change)]
  })
}

/** The same for all entries of one event. */
export const changeKey = (row: ArrivedEntry): string => JSON.stringify([row.at, row.request_id, row.category, row.entity_id, kindOf(row)])

/** Members and roles of a group have activities of their own, so they are events of their own. */
const kindOf = (row: ArrivedEntry): string =>
  row.category === 'Group' && row.subject_id !== null ? `${row.field_name} ${isAdded(row)}` : row.type
const isAdded = (row: ArrivedEntry): boolean => row.current_value !== null

function changeEvent(tenantId: string, first: ArrivedEntry, change: readonly ArrivedEntry[]): OcsfEvent {
  const { ocsfClass, activity, parts } = classified(first, change)
  return eventOf(
    {
      uid: first.audit_entry_id,
      tenantId,
      at: first.at,
      logName: 'audit',
      code: `${first.category}.${first.type}`,
      message: `${first.actor_name}: ${activity.name}, ${first.category} ${first.entity_name}`,
      isFailure: false,
      requestId: first.request_id,
    },
    ocsfClass,
    activity,
    {
      actor: { user: { name: first.actor_name, uid: first.actor_id, type: first.actor_type } },
      ...parts,
      unmapped: {
        category: first.category,
        changes: change.slice(0, mostFields).map((row) => ({
          field: row.field_name,
          previous: row.previous_value,
          current: row.current_value,
          ...(row.subject_id === null ? {} : { subject_uid: row.subject_id }),
        })),
        ...(change.length > mostFields ? { omitted_changes: change.length - mostFields } : {}),
      },
    },
  )
}

interface Classified {
  ocsfClass: OcsfClass
  activity: Activity
  parts: Record<string, unknown>
}

function classified(first: ArrivedEntry, change: readonly ArrivedEntry[]): Classified {
  const target = { name: first.entity_name, uid: first.entity_id }
  if (first.category === 'User') {
    return { ocsfClass: classes.accountChange, activity: accountActivity(first, change), parts: { user: target } }
  }
  if (first.category === 'Group') return { ocsfClass: classes.groupManagement, ...groupChange(first, change) }
  return {
    ocsfClass: classes.entityManagement,
    activity: entityActivities[first.type],
    parts: { entity: { ...target, type: first.category } },
  }
}

const entityActivities = {
  Create: { id: 1, name: 'Create' },
  Update: { id: 3, name: 'Update' },
  Delete: { id: 4, name: 'Delete' },
} as const satisfies Record<ArrivedEntry['type'], Activity>

const otherUpdate: Activity = { id: 99, name: 'Update' }

function accountActivity({ type }: ArrivedEntry, change: readonly ArrivedEntry[]): Activity {
  if (type === 'Create') return { id: 1, name: 'Create' }
  if (type === 'Delete') return { id: 6, name: 'Delete' }
  const disabled = change.find((row) => row.field_name === 'isDisabled')
  if (disabled) return disabled.current_value === 'true' ? { id: 5, name: 'Disable' } : { id: 2, name: 'Enable' }
  if (change.some((row) => row.field_name === 'password')) return { id: 3, name: 'Password Change' }
  return otherUpdate
}

function groupChange(first: ArrivedEntry, change: readonly ArrivedEntry[]): Omit<Classified, 'ocsfClass'> {
  const group = { name: first.entity_name, uid: first.entity_id }
  if (first.subject_id === null) {
    const activity = { Create: { id: 6, name: 'Create' }, Delete: { id: 5, name: 'Delete' }, Update: otherUpdate }[first.type]
    return { activity, parts: { group } }
  }
  const names = change.map((row) => row.current_value ?? row.previous_value ?? '')
  if (first.field_name === 'roles') {
    const activity = isAdded(first) ? { id: 1, name: 'Assign Privileges' } : { id: 2, name: 'Revoke Privileges' }
    return { activity, parts: { group, privileges: names } }
  }
  const activity = isAdded(first) ? { id: 3, name: 'Add User' } : { id: 4, name: 'Remove User' }
  const user = { name: names[0] ?? '', uid: first.subject_id }
  return { activity, parts: { group, user } }
}
