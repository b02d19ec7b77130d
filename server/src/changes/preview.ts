import { sql } from 'kysely'
import type { AccessMap } from '@steward/contract/access/schemas'
import { lasting, namedRefused, shownGroups, shownPeople } from '@steward/contract/changes/constants'
import type { Preview } from '@steward/contract/changes/schemas'
import type { PermissionName } from '@steward/contract/rules/permissions'
import { crowdsIn, hasSharedFlags, readStanding } from '../access/standing.ts'
import { isUndoable, readChangeRecords } from '../audit-log/change-records.ts'
import { timeText } from '../db/log-table.ts'
import { currentOperation } from '../db/operation.ts'
import { type TenantTransaction, rewindPreview } from '../db/tenant.ts'
import { readChanged } from '../history/service.ts'
import { affectedBy, countSignedOut, namesOfKeys, namesOfUsers } from './affected.ts'
import { keysIn, of } from './guards.ts'
import { readImages } from './images.ts'

type Permissions = ReadonlySet<PermissionName>

type Group = AccessMap['groups'][number]

interface Difference {
  gains: PermissionName[]
  loses: PermissionName[]
}

/** What some people or keys gain and lose alike. */
interface Effect extends Difference {
  count: number
  /** The first of them. */
  ids: readonly string[]
}

interface Asked {
  changeId: string
  endpointId: string
  /** How many of the people come before those who are named. */
  offset: number
}

/** What a transaction would change, and whom it would affect. It ends at the state before. */
export async function previewOf(tx: TenantTransaction, { changeId, endpointId, offset }: Asked): Promise<Preview> {
  const { rows } = await sql<{ at: string }>`select ${timeText} as at from (select now() as occurred_at) moment`.execute(tx)
  const changed = await readChanged(tx, rows[0]?.at ?? '')
  const images = await readImages(tx, { changeId })
  const affected = await affectedBy(tx, images, await hasSharedFlags(tx))
  const after = await readStanding(tx, affected)
  const crowds = await crowdsIn(tx, affected, offset + shownPeople)
  const operation = currentOperation()
  const ended = operation?.endedSessions ?? []
  const refused = operation?.refused ?? []
  const signedOutCount = await countSignedOut(tx, ended)
  // Of an undo, also the change that it takes back.
  const records = await readChangeRecords(tx, sql`c.change_id in (${changeId}::uuid, ${operation?.undoOf ?? null}::uuid)`, 2)
  const record = records.find((one) => one.change_id === changeId)
  const created = images.filter((image) => image.before === null)
  const newPeople = await namesOfUsers(tx, keysIn(of(created, 'app_user'), 'user_id'))
  const newKeys = await namesOfKeys(tx, keysIn(of(created, 'api_key'), 'api_key_id'))

  await rewindPreview(tx)
  const before = await readStanding(tx, affected)
  const difference = differences()
  const people = [
    ...affected.userIds.map((id) => ({ ids: [id], count: 1, ...difference(before.users.get(id), after.users.get(id)) })),
    ...crowds.map(({ groupIds, count, someIds: ids }) => ({
      ids,
      count,
      ...difference(before.ofMember(groupIds), after.ofMember(groupIds)),
    })),
  ].filter(isEffect)
  const keys = affected.keyIds.map((id) => ({ id, ...difference(before.keys.get(id), after.keys.get(id)) })).filter(isEffect)
  // New people have other ids in each preview, but the next ones must follow the first.
  const newNames = new Map(newPeople.map(({ userId, username }) => [userId, username]))
  const keyOf = ({ ids: [id = ''] }: Effect) => newNames.get(id) ?? id
  const shown = people
    .toSorted((a, b) => b.loses.length - a.loses.length || b.gains.length - a.gains.length || (keyOf(a) < keyOf(b) ? -1 : 1))
    .flatMap(({ ids, gains, loses }) => ids.map((id) => ({ id, gains, loses })))
    .slice(offset, offset + shownPeople)
  const names = new Map([...newPeople, ...(await namesOfUsers(tx, idsOf(shown)))].map((person) => [person.userId, person]))
  const keyNames = new Map([...newKeys, ...(await namesOfKeys(tx, idsOf(keys)))])
  return {
    operation: endpointId,
    ...changed,
    refusedCount: refused.length,
    refused: refused.slice(0, namedRefused),
    effects: {
      gainingCount: countOf(people.filter(({ gains }) => gains.length > 0)),
      losingCount: countOf(people.filter(({ loses }) => loses.length > 0)),
      people: shown.flatMap(({ id, gains, loses }) => {
        const person = names.get(id)
        return person ? [{ ...person, gains, loses }] : []
      }),
      peopleCount: countOf(people),
      permissions: permissionsIn(people),
      accessMap: mapDifference(before.map, after.map),
      keyCount: keys.length,
      keys: keys.slice(0, shownPeople).map(({ id, gains, loses }) => ({ apiKeyId: id, apiKeyName: keyNames.get(id) ?? '', gains, loses })),
      endedSessionCount: ended.length,
      signedOutCount,
      mails: [...(operation?.mails ?? [])].map(([template, count]) => ({ template, count })),
      isUndoable: record !== undefined && isUndoable(record),
      lasting: lasting.filter((one) => records.some((known) => known.lasting.includes(one))),
    },
  }
}

const idsOf = (effects: readonly { id: string }[]): string[] => effects.map(({ id }) => id)
const countOf = (effects: readonly Effect[]): number => effects.reduce((sum, { count }) => sum + count, 0)
const isEffect = ({ gains, loses }: Difference): boolean => gains.length > 0 || loses.length > 0

/** The rows and columns of the access map in which a cell differs. A disabled group gives nothing. */
function mapDifference(before: AccessMap, after: AccessMap): Preview['effects']['accessMap'] {
  const byName = (map: AccessMap) => new Map(map.applications.map(({ applicationName }, index) => [applicationName, index]))
  const [columnsBefore, columnsAfter] = [byName(before), byName(after)]
  const depthOf = (group: Group | undefined, column: number | undefined) =>
    (group?.status === 'Enabled' && column !== undefined ? group.depths[column] : null) ?? null
  const groupsBefore = new Map(before.groups.map((group) => [group.groupId, group]))
  const groupsAfter = new Map(after.groups.map((group) => [group.groupId, group]))
  const applications = [...new Map([...before.applications, ...after.applications].map((one) => [one.applicationName, one])).values()]
  const rows = [...new Map([...groupsBefore, ...groupsAfter])].map(([groupId, { groupName }]) => ({
    groupId,
    groupName,
    depths: applications.map(({ applicationName }) => ({
      before: depthOf(groupsBefore.get(groupId), columnsBefore.get(applicationName)),
      after: depthOf(groupsAfter.get(groupId), columnsAfter.get(applicationName)),
    })),
  }))
  const differs = (cell?: { before: unknown; after: unknown }) => cell !== undefined && cell.before !== cell.after
  const changed = rows.filter(({ depths }) => depths.some(differs))
  const columns = applications.map((_application, index) => changed.some(({ depths }) => differs(depths[index])))
  return {
    applications: applications.filter((_application, index) => columns[index]),
    groups: changed.slice(0, shownGroups).map((group) => ({ ...group, depths: group.depths.filter((_depth, index) => columns[index]) })),
    groupCount: changed.length,
  }
}

const nothing: Permissions = new Set()

/** What differs between two sets of permissions. People with the same permissions before and after share their sets. */
function differences() {
  const known = new Map<Permissions, Map<Permissions, Difference>>()
  return (was = nothing, is = nothing): Difference => {
    const fromThere = known.get(was) ?? new Map<Permissions, Difference>()
    known.set(was, fromThere)
    const difference = fromThere.get(is) ?? { gains: [...is.difference(was)], loses: [...was.difference(is)] }
    fromThere.set(is, difference)
    return difference
  }
}

function permissionsIn(people: readonly Effect[]): Preview['effects']['permissions'] {
  const counts = new Map<PermissionName, { gainingCount: number; losingCount: number }>()
  const countFor = (name: PermissionName) => {
    const count = counts.get(name) ?? { gainingCount: 0, losingCount: 0 }
    counts.set(name, count)
    return count
  }
  for (const { gains, loses, count } of people) {
    for (const name of gains) countFor(name).gainingCount += count
    for (const name of loses) countFor(name).losingCount += count
  }
  return [...counts].map(([permission, count]) => ({ permission, ...count }))
}
