import { sql } from 'kysely'
import { type TenantTransaction, noteChange, tenantIdOf } from '../../db/tenant.ts'
import type { PlannedLine } from './plan.ts'

/**
 * Applies the plan, in a fixed number of statements for any number of lines. Returns the ids of the created users. A line whose
 * address was taken in the meantime is rejected.
 */
export async function applyPlan(tx: TenantTransaction, plan: readonly PlannedLine[]): Promise<string[]> {
  const created = await createUsers(
    tx,
    plan.filter(({ outcome }) => outcome === 'create'),
  )
  const changed = plan.filter(({ outcome }) => outcome === 'change')
  await changeMembers(tx, [...created, ...changed])
  await rename(
    tx,
    changed.filter(({ changes }) => changes.some(({ field }) => field !== 'groups')),
  )
  return created.flatMap(({ userId }) => userId ?? [])
}

async function createUsers(tx: TenantTransaction, lines: readonly PlannedLine[]): Promise<PlannedLine[]> {
  if (lines.length === 0) return []
  const emails = lines.map(({ email }) => email)
  const rows = await tx
    .insertInto('app_user')
    .columns(['tenant_id', 'username', 'email', 'given_name', 'family_name'])
    .expression(
      sql`select ${tenantIdOf(tx)}::uuid, email, email, given_name, family_name
            from unnest(${emails}::text[], ${lines.map(({ givenName }) => givenName)}::text[],
                        ${lines.map(({ familyName }) => familyName)}::text[]) created (email, given_name, family_name)`,
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['user_id', 'username_key'])
    .execute()
  const ids = new Map(rows.map(({ username_key, user_id }) => [username_key, user_id]))
  for (const line of lines) {
    line.userId = ids.get(line.email.toLowerCase())
    if (line.userId === undefined) {
      line.outcome = 'refuse'
      line.faults.push({ field: 'email', code: 'user_exists' })
    }
  }
  return lines.filter(({ userId }) => userId !== undefined)
}

/** Pairs of group and user as two arrays of equal length. */
function pairs(lines: readonly PlannedLine[], groupsOf: (line: PlannedLine) => readonly string[]) {
  const groupIds: string[] = []
  const userIds: string[] = []
  for (const line of lines) {
    if (line.userId === undefined) continue
    for (const groupId of groupsOf(line)) {
      groupIds.push(groupId)
      userIds.push(line.userId)
    }
  }
  return sql`unnest(${groupIds}::uuid[], ${userIds}::uuid[]) pair (group_id, user_id)`
}

async function changeMembers(tx: TenantTransaction, lines: readonly PlannedLine[]): Promise<void> {
  if (!lines.some(({ joins, leaves }) => joins.length + leaves.length > 0)) return
  noteChange(tx, 'group_member')
  await sql`delete from group_member gm using ${pairs(lines, ({ leaves }) => leaves)}
             where gm.tenant_id = ${tenantIdOf(tx)}::uuid and gm.group_id = pair.group_id and gm.user_id = pair.user_id`.execute(tx)
  await sql`insert into group_member (tenant_id, group_id, user_id)
            select ${tenantIdOf(tx)}::uuid, pair.group_id, pair.user_id from ${pairs(lines, ({ joins }) => joins)}
                on conflict do nothing`.execute(tx)
}

async function rename(tx: TenantTransaction, lines: readonly PlannedLine[]): Promise<void> {
  if (lines.length === 0) return
  noteChange(tx, 'app_user', { along: false })
  await sql`
    update app_user u set given_name = renamed.given_name, family_name = renamed.family_name
      from unnest(${lines.map(({ userId }) => userId)}::uuid[], ${lines.map(({ givenName }) => givenName)}::text[],
                  ${lines.map(({ familyName }) => familyName)}::text[]) renamed (user_id, given_name, family_name)
     where u.tenant_id = ${tenantIdOf(tx)}::uuid and u.user_id = renamed.user_id`.execute(tx)
}
