import { type ErrorParameters, type ProblemException, problem } from '@steward/contract/errors'
import { sql } from 'kysely'
import { attempt } from '../access/attempt.ts'
import { reachOfGroups } from '../access/guard.ts'
import { isUndoable, readChangeRecords } from '../audit-log/change-records.ts'
import { currentOperation, requireFreshIn } from '../db/operation.ts'
import type { TenantTransaction } from '../db/tenant.ts'
import type { Caller } from '../http/caller.ts'
import type { ReadFlags } from '../roles/actions.ts'
import { keysIn, of } from './guards.ts'
import { type Image, readImages } from './images.ts'
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
  const outcome: RestoredUsers = { succeeded: [], failed: [] }
  const refuse = (rows: Rows, { code, parameters }: ProblemException) =>
    outcome.failed.push({ userId: userIdOf(rows), username: String(userOf(rows)?.['username']), code, parameters })
  for (const rows of refused) refuse(rows, problem('change_not_undoable'))
  const isElsewhere = (rows: Rows) => userOf(rows)?.['status'] === 'EXTERNAL_PROVIDER'
  for (const rows of users.filter(isElsewhere)) refuse(rows, problem('user_managed_elsewhere'))

  const others: Image[] = []
  const left = [users.filter((rows) => !isElsewhere(rows))]
  // Halved where someone is refused, until it is known who.
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    const [first] = part
    if (first === undefined) continue
    const images = part.flat()
    others.push(...images)
    const refusal = await attempt(tx, () => putBack(tx, caller, { images, productCodes: [], readFlags: noFlags, others }, ports))
    if (!refusal) outcome.succeeded.push(...part.map(userIdOf))
    else if (part.length === 1) refuse(first, refusal)
    else {
      const half = Math.ceil(part.length / 2)
      left.push(part.slice(half), part.slice(0, half))
    }
  }
  return outcome
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
