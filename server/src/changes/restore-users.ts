import { type ErrorParameters, type ProblemException, problem } from '@steward/contract/errors'
import { sql } from 'kysely'
import { domainOf } from '@steward/contract/rules/settings'
import { refusedAmong } from '../access/attempt.ts'
import { Guard, reachOfGroups } from '../access/guard.ts'
import { isUndoable, readChangeRecords } from '../audit-log/change-records.ts'
import { currentOperation, requireFreshIn } from '../db/operation.ts'
import type { TenantTransaction } from '../db/tenant.ts'
import { findGroups } from '../groups/membership.ts'
import type { Caller } from '../http/caller.ts'
import type { ReadFlags } from '../roles/actions.ts'
import { keysIn, of } from './guards.ts'
import { type Image, readImages } from './images.ts'
import { takenUsernames } from './queries.ts'
import { type UndoPorts, putBack } from './undo.ts'

/** The users who are back, and those who are not. */
export interface RestoredUsers {
  succeeded: string[]
  failed: { userId: string; username: string; code: string; parameters: ErrorParameters }[]
}

/** The rows of one user. */
type Rows = readonly Image[]

const userIdOf = (rows: Rows): string => String(rows[0]?.key['user_id'])
const userOf = (rows: Rows): Image['before'] | undefined => of(rows, 'app_user')[0]?.before
const usernameOf = (rows: Rows): string => String(userOf(rows)?.['username'])
const emailOf = (rows: Rows): string => String(userOf(rows)?.['email'])

/** The users whom changes deleted, each with memberships. One that was undone, or isn't kept, comes with a refusal. */
async function readDeleted(tx: TenantTransaction, changeIds: readonly string[]): Promise<{ users: Rows[]; refused: Rows[] }> {
  const records = await readChangeRecords(tx, sql`c.change_id = any(${[...changeIds]}::uuid[])`, changeIds.length)
  const users: Rows[] = []
  const refused: Rows[] = []
  for (const record of records.toReversed()) {
    const images = await readImages(tx, { changeId: record.change_id, at: record.at })
    const deleted = [...of(images, 'app_user'), ...of(images, 'group_member')].filter(({ after }) => after === null)
    const byUser = [...Map.groupBy(deleted, ({ key }) => key['user_id']).values()]
    ;(isUndoable(record) ? users : refused).push(...byUser)
  }
  return { users, refused }
}

/** They decide which actions are available, and users have none. */
const noFlags: ReadFlags = () => Promise.resolve(() => false)

/**
 * Puts users back whom changes deleted, with their groups, all together. If one is refused, the others are put back without them.
 * @param changeIds of deletions, oldest first
 */
export async function restoreUsers(
  tx: TenantTransaction,
  caller: Caller,
  changeIds: readonly string[],
  ports: UndoPorts,
): Promise<RestoredUsers> {
  const operation = currentOperation()
  const [undoOf, ...more] = changeIds
  if (operation && more.length === 0) operation.undoOf = undoOf
  // Users are refused where they are written, not all of them at the end.
  await sql`set constraints all immediate`.execute(tx)
  const { users, refused } = await readDeleted(tx, changeIds)
  const foreseen = await foreseeRefusals(tx, new Guard(tx, caller.actor), users, ports)
  const tried = users.filter((rows) => !foreseen.has(rows))
  const others: Image[] = []
  const met = await refusedAmong(tx, tried, (part) => {
    const images = part.flat()
    others.push(...images)
    return putBack(tx, caller, { images, productCodes: [], readFlags: noFlags, others }, ports)
  })
  const failures = [...refused.map((rows) => [rows, problem('change_not_undoable')] as const), ...foreseen, ...met]
  return {
    succeeded: tried.filter((rows) => !met.has(rows)).map(userIdOf),
    failed: failures.map(([rows, { code, parameters }]) => ({ userId: userIdOf(rows), username: usernameOf(rows), code, parameters })),
  }
}

/**
 * Why users can't come back, where that shows before they are tried: a try that is refused costs as much as one that isn't, and
 * whole imports of them can be refused.
 */
async function foreseeRefusals(
  tx: TenantTransaction,
  guard: Guard,
  users: readonly Rows[],
  ports: UndoPorts,
): Promise<Map<Rows, ProblemException>> {
  const groupIds = keysIn(of(users.flat(), 'group_member'), 'group_id')
  const groups = new Map((await findGroups(tx, groupIds)).map((group) => [group.group_id, group]))
  const notGiven = await refusedAmong(tx, groupIds, (part) => guard.mayGiveGroups(part))
  const domains = Map.groupBy(users.map(emailOf), domainOf)
  const unwelcome = await refusedAmong(tx, [...domains.keys()], (part) =>
    ports.mustBeWelcome(
      tx,
      part.flatMap((domain) => domains.get(domain) ?? []),
    ),
  )
  const taken = await takenUsernames(tx, users.map(usernameOf))
  const groupRefusal = (groupId: string): ProblemException | undefined => {
    const group = groups.get(groupId)
    if (!group) return problem('change_conflict', { count: 1 })
    return group.managed_by_provider ? problem('group_managed_elsewhere') : notGiven.get(groupId)
  }
  const refusalOf = (rows: Rows): ProblemException | undefined => {
    if (userOf(rows)?.['status'] === 'EXTERNAL_PROVIDER') return problem('user_managed_elsewhere')
    const ofGroups = keysIn(of(rows, 'group_member'), 'group_id').map(groupRefusal)
    const how = taken.get(usernameOf(rows))
    return ofGroups.find(Boolean) ?? unwelcome.get(domainOf(emailOf(rows))) ?? (how && problem(how, {}, { field: 'email' }))
  }
  return new Map(
    users.flatMap((rows) => {
      const refusal = refusalOf(rows)
      return refusal ? [[rows, refusal]] : []
    }),
  )
}

/**
 * Asked before users are put back in the background, which can't ask.
 * @throws freshness_required if administrators are among them
 */
export async function mustBeFreshToRestore(tx: TenantTransaction, changeIds: readonly string[]): Promise<void> {
  const { users } = await readDeleted(tx, changeIds)
  const groups = keysIn(of(users.flat(), 'group_member'), 'group_id')
  if ((await reachOfGroups(tx, groups)).isAdministrator) await requireFreshIn(tx)
}
