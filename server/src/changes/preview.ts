import { sql } from 'kysely'
import { lasting, shownPeople } from '@steward/contract/changes/constants'
import type { Preview } from '@steward/contract/changes/schemas'
import type { PermissionName } from '@steward/contract/rules/permissions'
import { readStanding } from '../access/standing.ts'
import { isUndoable, readChangeRecords } from '../audit-log/change-records.ts'
import { timeText } from '../db/log-table.ts'
import { currentOperation } from '../db/operation.ts'
import { type TenantTransaction, rewindPreview } from '../db/tenant.ts'
import { readChanged } from '../history/service.ts'
import { affectedBy, namesOfKeys, namesOfUsers, openSessions } from './affected.ts'
import { keysIn, of } from './guards.ts'
import { readImages } from './images.ts'

type Permissions = ReadonlySet<PermissionName>

interface Effect {
  id: string
  gains: PermissionName[]
  loses: PermissionName[]
}

/** What a transaction would change, and whom it would affect. It ends at the state before. */
export async function previewOf(tx: TenantTransaction, changeId: string, endpointId: string): Promise<Preview> {
  const { rows } = await sql<{ at: string }>`select ${timeText} as at from (select now() as occurred_at) moment`.execute(tx)
  const changed = await readChanged(tx, rows[0]?.at ?? '')
  const images = await readImages(tx, { changeId })
  const affected = await affectedBy(tx, images)
  const after = await readStanding(tx, affected)
  const sessionsAfter = await openSessions(tx, affected.userIds)
  // Of an undo, also the change that it takes back.
  const undoOf = currentOperation()?.undoOf ?? null
  const records = await readChangeRecords(tx, sql`c.change_id in (${changeId}::uuid, ${undoOf}::uuid)`, 2)
  const record = records.find((one) => one.change_id === changeId)
  const created = images.filter((image) => image.before === null)
  const newPeople = await namesOfUsers(tx, keysIn(of(created, 'app_user'), 'user_id'))
  const newKeys = await namesOfKeys(tx, keysIn(of(created, 'api_key'), 'api_key_id'))

  await rewindPreview(tx)
  const before = await readStanding(tx, affected)
  const sessionsBefore = await openSessions(tx, affected.userIds)
  const people = effectsOf(affected.userIds, before.users, after.users)
  const keys = effectsOf(affected.keyIds, before.keys, after.keys)
  const shown = people.toSorted((a, b) => b.loses.length - a.loses.length || b.gains.length - a.gains.length).slice(0, shownPeople)
  const names = new Map([...newPeople, ...(await namesOfUsers(tx, idsOf(shown)))].map((person) => [person.userId, person]))
  const keyNames = new Map([...newKeys, ...(await namesOfKeys(tx, idsOf(keys)))])
  return {
    operation: endpointId,
    ...changed,
    effects: {
      gainingCount: people.filter(({ gains }) => gains.length > 0).length,
      losingCount: people.filter(({ loses }) => loses.length > 0).length,
      people: shown.flatMap(({ id, gains, loses }) => {
        const person = names.get(id)
        return person ? [{ ...person, gains, loses }] : []
      }),
      permissions: permissionsIn(people),
      keyCount: keys.length,
      keys: keys.slice(0, shownPeople).map(({ id, gains, loses }) => ({ apiKeyId: id, apiKeyName: keyNames.get(id) ?? '', gains, loses })),
      endedSessionCount: Math.max(0, sessionsBefore.count - sessionsAfter.count),
      signedOutCount: sessionsBefore.userIds.difference(sessionsAfter.userIds).size,
      mails: [...(currentOperation()?.mails ?? [])].map(([template, count]) => ({ template, count })),
      isUndoable: record !== undefined && isUndoable(record),
      lasting: lasting.filter((one) => records.some((known) => known.lasting.includes(one))),
    },
  }
}

const idsOf = (effects: readonly Effect[]): string[] => effects.map(({ id }) => id)

const nothing: Permissions = new Set()

function effectsOf(ids: readonly string[], before: ReadonlyMap<string, Permissions>, after: ReadonlyMap<string, Permissions>): Effect[] {
  // People with the same permissions before and after share their sets.
  const known = new Map<Permissions, Map<Permissions, Omit<Effect, 'id'>>>()
  const between = (was: Permissions, is: Permissions) => {
    const fromThere = known.get(was) ?? new Map<Permissions, Omit<Effect, 'id'>>()
    known.set(was, fromThere)
    const difference = fromThere.get(is) ?? { gains: [...is.difference(was)], loses: [...was.difference(is)] }
    fromThere.set(is, difference)
    return difference
  }
  return ids
    .map((id) => ({ id, ...between(before.get(id) ?? nothing, after.get(id) ?? nothing) }))
    .filter(({ gains, loses }) => gains.length > 0 || loses.length > 0)
}

function permissionsIn(people: readonly Effect[]): Preview['effects']['permissions'] {
  const counts = new Map<PermissionName, { gainingCount: number; losingCount: number }>()
  const countOf = (name: PermissionName) => {
    const count = counts.get(name) ?? { gainingCount: 0, losingCount: 0 }
    counts.set(name, count)
    return count
  }
  for (const { gains, loses } of people) {
    for (const name of gains) countOf(name).gainingCount++
    for (const name of loses) countOf(name).losingCount++
  }
  return [...counts].map(([permission, count]) => ({ permission, ...count }))
}
