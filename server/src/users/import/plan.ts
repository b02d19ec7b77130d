import { sql } from 'kysely'
import type { FieldFault } from '@steward/contract/errors'
import { type TenantContext, type TenantTransaction, tenantIdOf } from '../../db/tenant.ts'
import { type Guard, administratorsAmong, reachOfEachGroup } from '../../access/guard.ts'
import { type FoundGroup, lockGroups } from '../../groups/membership.ts'
import type { ImportLine } from './parse.ts'

/** The effect of a line, or why it is rejected. */
export interface PlannedLine {
  line: number
  /** As in the file. */
  cells: string[]
  email: string
  outcome: 'create' | 'change' | 'unchanged' | 'refuse'
  changes: { field: string; from: string; to: string }[]
  faults: FieldFault[]
  userId: string | undefined
  givenName: string
  familyName: string
  /** Ids of groups. */
  joins: string[]
  leaves: string[]
}

interface ExistingUser {
  user_id: string
  username_key: string
  given_name: string
  family_name: string
  status: string
  group_ids: string[]
}

/** What an import needs of the tenant besides the users of its lines. */
export interface ImportContext {
  ctx: TenantContext
  guard: Guard
  groupsByName: ReadonlyMap<string, FoundGroup>
  groupsById: ReadonlyMap<string, FoundGroup>
  /** What the actor can't grant, by group: an error for users who would join or leave it. */
  joinFaults: ReadonlyMap<string, FieldFault>
  leaveFaults: ReadonlyMap<string, FieldFault>
  /** Why invitations to an address aren't allowed. */
  emailRefusal: (email: string) => FieldFault | undefined
}

interface Known extends ImportContext {
  users: ReadonlyMap<string, ExistingUser>
  /** Administrators whom the actor can't change. */
  untouchable: ReadonlySet<string>
}

/** Locks the groups and users of the staged lines, so that plans stay valid, and reads what plans need of the groups. */
export async function prepareImport(
  tx: TenantTransaction,
  ctx: TenantContext,
  guard: Guard,
  named: ReadonlySet<string>,
  emailRefusal: ImportContext['emailRefusal'],
): Promise<ImportContext> {
  const tenantId = tenantIdOf(tx)
  const all = await readGroupNames(tx)
  const { rows: before } = await sql<{ group_id: string }>`
    select distinct gm.group_id from staged_line l
      join app_user u on u.tenant_id = ${tenantId}::uuid and u.username_key = l.key
      join group_member gm on gm.tenant_id = u.tenant_id and gm.user_id = u.user_id`.execute(tx)
  const touched = new Set(before.map(({ group_id }) => group_id))
  const wanted = all.filter(({ group_id, key }) => touched.has(group_id) || named.has(key))
  const groups = await lockGroups(
    tx,
    wanted.map(({ group_id }) => group_id),
  )
  await sql`
    select count(*) from (
      select from app_user where tenant_id = ${tenantId}::uuid and username_key in (select key from staged_line)
       order by user_id for no key update) locked`.execute(tx)
  return {
    ctx,
    guard,
    groupsByName: new Map(groups.map((group) => [group.group_name.toLowerCase(), group])),
    groupsById: new Map(groups.map((group) => [group.group_id, group])),
    ...(await faultsOf(tx, guard, groups)),
    emailRefusal,
  }
}

/** The groups of the tenant by name in lower case. */
export async function readGroupNames(tx: TenantTransaction): Promise<{ group_id: string; key: string }[]> {
  const rows = await tx.selectFrom('user_group').select(['group_id', 'group_name']).execute()
  return rows.map(({ group_id, group_name }) => ({ group_id, key: group_name.toLowerCase() }))
}

/** Compares some lines with the database, in a fixed number of queries. */
export async function planImport(tx: TenantTransaction, context: ImportContext, lines: readonly ImportLine[]): Promise<PlannedLine[]> {
  const { ctx, guard } = context
  const users = await readUsers(
    tx,
    lines.map(({ email }) => email.toLowerCase()),
  )
  const ids = users.map(({ user_id }) => user_id)
  const untouchable = (await guard.isAdministrator()) ? new Set<string>() : await administratorsAmong(tx, ids)
  untouchable.delete(ctx.actor.id)
  const known = { ...context, users: new Map(users.map((user) => [user.username_key, user])), untouchable }
  return lines.map((line) => planLine(line, known))
}

async function readUsers(tx: TenantTransaction, keys: readonly string[]): Promise<ExistingUser[]> {
  const { rows } = await sql<ExistingUser>`
    select u.user_id, u.username_key, u.given_name, u.family_name, u.status,
           array(select gm.group_id::text from group_member gm where gm.tenant_id = u.tenant_id and gm.user_id = u.user_id) as group_ids
      from app_user u where u.tenant_id = ${tenantIdOf(tx)}::uuid and u.username_key = any(${keys}::text[])`.execute(tx)
  return rows
}

/** The groups that the actor can't add users to or remove them from, and why. */
async function faultsOf(tx: TenantTransaction, guard: Guard, groups: readonly FoundGroup[]) {
  const joinFaults = new Map<string, FieldFault>()
  const leaveFaults = new Map<string, FieldFault>()
  const reach = await reachOfEachGroup(
    tx,
    groups.map(({ group_id }) => group_id),
  )
  for (const { group_id, group_name, managed_by_provider } of groups) {
    const given = reach.get(group_id)
    if (managed_by_provider) {
      const fault: FieldFault = { field: 'groups', code: 'group_managed_elsewhere', parameters: { groupName: group_name } }
      joinFaults.set(group_id, fault)
      leaveFaults.set(group_id, fault)
    } else if (given?.isAdministrator && !(await guard.isAdministrator())) {
      const fault: FieldFault = { field: 'groups', code: 'administrator_only' }
      joinFaults.set(group_id, fault)
      leaveFaults.set(group_id, fault)
    } else if (given) {
      const lacking = await guard.lacking(given.actions)
      if (lacking.length > 0) {
        joinFaults.set(group_id, { field: 'groups', code: 'grant_exceeds_own', parameters: { actions: lacking.join(', ') } })
      }
    }
  }
  return { joinFaults, leaveFaults }
}

function planLine(line: ImportLine, known: Known): PlannedLine {
  const user = known.users.get(line.email.toLowerCase())
  const faults = [...line.faults]
  const wanted = (line.groups ?? []).flatMap((name) => {
    const group = known.groupsByName.get(name.toLowerCase())
    if (!group) faults.push({ field: 'groups', code: 'import_group_unknown', parameters: { groupName: name } })
    return group ?? []
  })
  const before = new Set(user?.group_ids ?? [])
  // Groups of the identity provider are ignored: a file that doesn't list them removes no members from them.
  const provided = [...before].filter((id) => known.groupsById.get(id)?.managed_by_provider)
  const after = line.groups === undefined ? before : new Set([...wanted.map(({ group_id }) => group_id), ...provided])
  const joins = [...after].filter((id) => !before.has(id))
  const leaves = [...before].filter((id) => !after.has(id))
  for (const id of joins) pushIfNew(faults, known.joinFaults.get(id))
  for (const id of leaves) pushIfNew(faults, known.leaveFaults.get(id))
  const planned: PlannedLine = {
    line: line.line,
    cells: line.cells,
    email: line.email,
    outcome: 'create',
    changes: [],
    faults,
    userId: user?.user_id,
    givenName: line.givenName ?? user?.given_name ?? '',
    familyName: line.familyName ?? user?.family_name ?? '',
    joins,
    leaves,
  }
  if (user) planChange(planned, user, known, after)
  else {
    if (line.email !== '' && !faults.some(({ field }) => field === 'email')) pushIfNew(faults, known.emailRefusal(line.email))
    requireNames(planned)
  }
  if (faults.length > 0) planned.outcome = 'refuse'
  return planned
}

function pushIfNew(faults: FieldFault[], fault: FieldFault | undefined): void {
  if (fault && !faults.includes(fault)) faults.push(fault)
}

/** New users need names; an invalid name already has its error. */
function requireNames({ givenName, familyName, faults }: PlannedLine): void {
  for (const [field, value] of Object.entries({ givenName, familyName })) {
    if (value === '' && !faults.some((fault) => fault.field === field)) faults.push({ field, code: 'required' })
  }
}

function planChange(planned: PlannedLine, user: ExistingUser, known: Known, after: ReadonlySet<string>): void {
  const { changes, faults, givenName, familyName } = planned
  if (givenName !== user.given_name) changes.push({ field: 'givenName', from: user.given_name, to: givenName })
  if (familyName !== user.family_name) changes.push({ field: 'familyName', from: user.family_name, to: familyName })
  if (changes.length > 0 && user.status === 'EXTERNAL_PROVIDER') faults.push({ field: 'givenName', code: 'user_managed_elsewhere' })
  if (planned.joins.length + planned.leaves.length > 0) {
    const names = (ids: Iterable<string>) =>
      [...ids]
        .map((id) => known.groupsById.get(id)?.group_name ?? id)
        .toSorted()
        .join(';')
    changes.push({ field: 'groups', from: names(user.group_ids), to: names(after) })
  }
  planned.outcome = changes.length > 0 ? 'change' : 'unchanged'
  if (changes.length > 0 && known.untouchable.has(user.user_id)) faults.push({ field: 'email', code: 'administrator_only' })
}
