import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { type Actor, asOwner } from '../db/tenant.ts'
import type { Db } from '../db/pool.ts'
import type { Database } from '../db/types.ts'
import { derivePackages, writePackages } from '../resource-groups/packages.ts'
import { type Sealing, addAuthenticatorApp } from '../session/factors/example.ts'
import { createTenant } from '../tenants/service.ts'
import { type DemoGroup, type DemoResourceGroup, demoCompany } from './company.ts'
import { demoData, demoModels } from './entitlements.ts'
import { addJobs, assign, assignmentsOf } from './jobs/add.ts'
import { demoPackages } from './packages.ts'
import { type DemoPerson, demoPerson } from './people.ts'
import { addPrograms } from './programs.ts'
import { addReferenceData, addVintage, demoVintages } from './reference-data.ts'
import { addStorage } from './storage.ts'
import { addUsage } from './usage.ts'

/**
 * The demo tenant: a realistic company with users, groups, roles, licenses and a history. Past events really run, so that audit
 * log and counts come from the triggers; each step is backdated afterwards.
 */

export interface DemoAdministrator {
  email: string
  givenName: string
  familyName: string
  passwordHash: string
}

const day = 86_400_000
const hour = 3_600_000

/** Builds the demo tenant as of `now` (ms since 1970). The tenant's name must be free. */
export async function buildDemo(
  db: Db,
  { tenantName, ...sealing }: { tenantName: string } & Sealing,
  administrator: DemoAdministrator,
  now = Date.now(),
): Promise<{ tenantId: string }> {
  const history = new History(db, now)
  const created = await history.step({ daysAgo: 380, actor: 'operator' }, async (tx, at) => {
    const tenant = await createTenant(tx, {
      createdAt: at,
      tenantName,
      displayName: demoCompany.displayName,
      administrator: { ...administrator, status: 'CONFIRMED' },
    })
    history.tenantId = tenant.tenantId
    await license(tx, tenant.tenantId, now)
    await tx
      .insertInto('feature_flag_user')
      .values(
        demoCompany.administratorFlags.map((flagName) => ({
          tenant_id: tenant.tenantId,
          user_id: tenant.userId,
          flag_name: flagName,
          is_enabled: true,
        })),
      )
      .execute()
    return tenant
  })
  const { tenantId } = created
  const owner: DemoUser = {
    id: created.userId,
    email: administrator.email,
    createdAt: new Date(now - 380 * day),
    lastSignInAt: new Date(now - 5 * hour),
  }
  const boss: Actor = { type: 'user', id: created.userId, name: administrator.email }
  const users = await history.step({ daysAgo: 360, actor: boss }, (tx) => insertPeople(tx, tenantId, now))
  const helper: Actor = { type: 'user', id: users[0]?.id ?? created.userId, name: users[0]?.email ?? administrator.email }
  await history.step({ daysAgo: 359, actor: boss }, (tx) =>
    join(tx, tenantId, created.groupId, users.slice(0, demoCompany.otherAdministrators)),
  )
  const roleIds = new Map<string, string>()
  for (const [index, role] of demoCompany.roles.entries()) {
    await history.step({ daysAgo: 350 - index * 9, actor: index % 2 ? boss : helper }, async (tx, at) => {
      const { role_id: roleId } = await tx
        .insertInto('role')
        .values({ tenant_id: tenantId, role_name: role.name, description: role.description, created_at: at })
        .returning('role_id')
        .executeTakeFirstOrThrow()
      roleIds.set(role.name, roleId)
      const rows = beforeToday(role, role.actions).map((actionName) => ({ tenant_id: tenantId, role_id: roleId, action_name: actionName }))
      if (rows.length > 0) await tx.insertInto('role_action').values(rows).execute()
    })
  }
  const newcomers: DemoUser[] = []
  let next = demoCompany.otherAdministrators
  for (const [index, group] of demoCompany.groups.entries()) {
    const all = users.slice(next, next + group.members)
    const members = beforeToday(group, all)
    newcomers.push(...all.slice(members.length))
    next += group.members
    await history.step({ daysAgo: 200 - index * 7, actor: index % 3 ? helper : boss }, (tx, at) =>
      makeGroup(tx, tenantId, { ...group, createdAt: at }, group.withAdministrator ? [...members, owner] : members, roleIds),
    )
  }
  for (const [index, resourceGroup] of demoCompany.resourceGroups.entries()) {
    await history.step({ daysAgo: 110 - index * 4, actor: index % 2 ? helper : boss }, (tx, at) =>
      addResourceGroup(tx, tenantId, resourceGroup, at),
    )
  }
  await history.step({ daysAgo: 59, actor: boss }, (tx) => addPrograms(tx, tenantId, administrator.email, now))
  const ofHelper = { tenantId, by: helper.name }
  await history.step({ daysAgo: 345, actor: helper }, (tx, at) => addReferenceData(tx, ofHelper, at))
  for (const vintage of demoVintages(now)) {
    await history.step({ at: vintage.publishedAt, actor: helper }, (tx) => addVintage(tx, ofHelper, vintage))
  }
  for (const assignment of assignmentsOf(await addJobs(db, { tenantId, tenantName, now }), now)) {
    await history.step({ at: assignment.at, actor: assignment.kind === 'tag' ? helper : boss }, (tx) => assign(tx, tenantId, assignment))
  }
  await followCreation(db, tenantId)
  const pauses = await recentChanges(history, { tenantId, boss, helper, users, now })
  await leave(history, { tenantId, helper, users })
  await changeToday(history, { tenantId, boss, helper, users: newcomers, now })
  await protect(history, users[0], sealing)
  await addUsage(db, tenantId, tenantName, now)
  await addStorage(db, tenantId, tenantName, now)
  await signInHistory(db, tenantId, { users: [owner, ...users], pauses, now })
  return { tenantId }
}

interface DemoUser {
  id: string
  email: string
  createdAt: Date
  /** Null for those who never signed in. */
  lastSignInAt: Date | null
}

/** While someone was disabled. */
interface Pause {
  userId: string
  from: Date
  until: Date
}

/** Runs past steps one by one and backdates each. */
class History {
  tenantId = ''
  readonly #db: Db
  readonly #now: number
  #steps = 0
  constructor(db: Db, now: number) {
    this.#db = db
    this.#now = now
  }

  async step<T>(
    when: ({ daysAgo: number } | { at: Date }) & { actor: Actor | 'operator' },
    work: (tx: Transaction<Database>, at: Date) => Promise<T>,
  ): Promise<T> {
    const requestId = `demo-${String(++this.#steps).padStart(4, '0')}`
    const actor: Actor = when.actor === 'operator' ? { type: 'operator', id: 'operator', name: 'Operator' } : when.actor
    // Steps of one day are minutes apart, in working hours.
    const at = 'at' in when ? when.at : new Date(this.#now - when.daysAgo * day + (this.#steps % 40) * 97_000)
    const result = await asOwner(this.#db, 'operator', (tx) => work(tx, at), {
      requestId,
      actor,
      ...(this.tenantId ? { tenantId: this.tenantId } : {}),
    })
    await asOwner(this.#db, 'operator', async (tx) => {
      // Raw, because no other code is allowed to backdate entries.
      const those = sql`set occurred_at = ${at} where tenant_id = ${this.tenantId} and request_id = ${requestId}`
      await sql`update audit_entry ${those}`.execute(tx)
      await sql`update system_log ${those}`.execute(tx)
    })
    return result
  }
}

async function license(tx: Transaction<Database>, tenantId: string, now: number): Promise<void> {
  const inDays = (days: number) => new Date(now + days * day)
  const lasting = ({ daysLeft }: { daysLeft: number }) => ({ tenant_id: tenantId, start_date: inDays(-400), end_date: inDays(daysLeft) })
  await tx
    .insertInto('application_license')
    .values(
      demoCompany.licenses.map(({ productCode, packageName, daysLeft }) => ({
        ...lasting({ daysLeft }),
        product_code: productCode,
        package_name: packageName,
      })),
    )
    .execute()
  await tx
    .insertInto('data_entitlement')
    .values(demoData.map((data) => ({ ...lasting(data), product_code: data.productCode })))
    .execute()
  await tx
    .insertInto('model_entitlement')
    .values(
      demoModels.map(({ productCode, productName, continent, peril, daysLeft }) => ({
        ...lasting({ daysLeft }),
        product_code: productCode,
        product_name: productName,
        continent,
        peril,
      })),
    )
    .execute()
  await tx
    .insertInto('company_quota')
    .values(demoCompany.quotas.map((quota) => ({ tenant_id: tenantId, ...quota })))
    .execute()
  await writePackages(tx, tenantId, demoPackages(), false)
  await derivePackages(tx, tenantId)
  await tx
    .insertInto('feature_flag_override')
    .values(demoCompany.flags.map((flagName) => ({ tenant_id: tenantId, flag_name: flagName, is_enabled: true })))
    .execute()
}

async function insertPeople(tx: Transaction<Database>, tenantId: string, now: number): Promise<DemoUser[]> {
  const people = Array.from({ length: demoCompany.people }, (_, index) => demoPerson(index, demoCompany.domain))
  const rows = people.map((person, index) => personRow(tenantId, person, index, now))
  const inserted = await tx.insertInto('app_user').values(rows).returning(['user_id', 'email', 'created_at', 'last_sign_in_at']).execute()
  const users = inserted.map((row) => ({
    id: row.user_id,
    email: row.email,
    createdAt: row.created_at,
    lastSignInAt: row.last_sign_in_at,
  }))
  await invite(tx, tenantId, users, now)
  return users
}

/** Some people have not followed their invitation; a few let it expire. */
const isInvited = (index: number): boolean => index % 17 === 11
const invitedDaysAgo = (index: number): number => (index % 4 === 0 ? 11 : 3 + (index % 4))
const createdDaysAgo = (index: number): number => (isInvited(index) ? invitedDaysAgo(index) : 360 - ((index * 53) % 330))
/** A few people left the company. */
const hasLeft = (index: number): boolean => index % 61 === 40
const leftDaysAgo = 12

/** Most people signed in these days, some not for weeks. */
function lastSignInDaysAgo(index: number): number {
  if (hasLeft(index)) return leftDaysAgo + 1 + (index % 9)
  if (index % 6 === 3) return 5 + ((index * 37) % 23)
  return ((index * 37) % 96) / 24 + 0.02
}
/** How long an invitation can be followed. */
const invitationDays = 7

/** The links of the invitations; their secrets are discarded. */
async function invite(tx: Transaction<Database>, tenantId: string, users: readonly DemoUser[], now: number): Promise<void> {
  const invited = users.flatMap((user, index) => {
    if (!isInvited(index)) return []
    const sent = now - invitedDaysAgo(index) * day
    return {
      tenant_id: tenantId,
      token_digest: randomBytes(32),
      user_id: user.id,
      purpose: 'activation' as const,
      created_at: new Date(sent),
      expires_at: new Date(sent + invitationDays * day),
    }
  })
  await tx.insertInto('one_time_token').values(invited).execute()
}

function personRow(tenantId: string, person: DemoPerson, index: number, now: number) {
  const waits = isInvited(index)
  return {
    tenant_id: tenantId,
    username: person.email,
    email: person.email,
    given_name: person.givenName,
    family_name: person.familyName,
    status: waits ? ('FORCE_CHANGE_PASSWORD' as const) : ('CONFIRMED' as const),
    created_at: new Date(now - createdDaysAgo(index) * day),
    last_sign_in_at: waits ? null : new Date(now - lastSignInDaysAgo(index) * day),
  }
}

async function join(tx: Transaction<Database>, tenantId: string, groupId: string, users: DemoUser[]): Promise<void> {
  if (users.length === 0) return
  await tx
    .insertInto('group_member')
    .values(users.map((user) => ({ tenant_id: tenantId, group_id: groupId, user_id: user.id })))
    .execute()
}

async function makeGroup(
  tx: Transaction<Database>,
  tenantId: string,
  group: DemoGroup & { createdAt: Date },
  members: DemoUser[],
  roleIds: Map<string, string>,
): Promise<void> {
  const { group_id: groupId } = await tx
    .insertInto('user_group')
    .values({ tenant_id: tenantId, group_name: group.name, created_at: group.createdAt })
    .returning('group_id')
    .executeTakeFirstOrThrow()
  const roles = group.roles.flatMap((name) => roleIds.get(name) ?? [])
  await tx
    .insertInto('group_role')
    .values(roles.map((roleId) => ({ tenant_id: tenantId, group_id: groupId, role_id: roleId })))
    .execute()
  await join(tx, tenantId, groupId, members)
  if (group.disabled)
    await tx
      .updateTable('user_group')
      .set({ status: 'Disabled' })
      .where('tenant_id', '=', tenantId)
      .where('group_id', '=', groupId)
      .execute()
}

async function addResourceGroup(
  tx: Transaction<Database>,
  tenantId: string,
  { productCode, name, groups, packageId, isDefault }: DemoResourceGroup,
  at: Date,
): Promise<void> {
  const { resource_group_id: id } = await tx
    .insertInto('resource_group')
    .values({
      tenant_id: tenantId,
      product_code: productCode,
      resource_group_name: name,
      all_access: groups.length === 0,
      is_default: isDefault === true,
      resource_group_package_id: packageId ?? null,
      created_at: at,
    })
    .returning('resource_group_id')
    .executeTakeFirstOrThrow()
  if (groups.length === 0) return
  await tx
    .insertInto('resource_group_group')
    .columns(['tenant_id', 'resource_group_id', 'group_id'])
    .expression((eb) =>
      eb
        .selectFrom('user_group')
        .select(['tenant_id', eb.val(id).as('resource_group_id'), 'group_id'])
        .where('tenant_id', '=', tenantId)
        .where('group_name', 'in', groups),
    )
    .execute()
}

/** Users were created one by one, and joined their groups afterwards: the log says so, too. */
async function followCreation(db: Db, tenantId: string): Promise<void> {
  await asOwner(db, 'operator', async (tx) => {
    const of = sql`from app_user u where a.tenant_id = ${tenantId}::uuid and u.tenant_id = ${tenantId}::uuid`
    await sql`update audit_entry a set occurred_at = u.created_at, request_id = a.request_id || '-' || u.user_id ${of}
               and a.category = 'User' and a.entity_id = u.user_id::text and a.type = 'Create'`.execute(tx)
    await sql`update audit_entry a set occurred_at = u.created_at + interval '20 minutes', request_id = a.request_id || '-' || u.user_id ${of}
               and a.subject_id = u.user_id::text and a.field_name = 'usernames' and a.occurred_at < u.created_at`.execute(tx)
  })
}

interface Changing {
  tenantId: string
  helper: Actor
  users: DemoUser[]
}

const disable = (tenantId: string, userIds: string[], is_disabled: boolean) => (tx: Transaction<Database>) =>
  tx.updateTable('app_user').set({ is_disabled }).where('tenant_id', '=', tenantId).where('user_id', 'in', userIds).execute()

/** The last months: corrected names, and users disabled and enabled again. Returns while they were. */
async function recentChanges(
  history: History,
  { tenantId, boss, helper, users, now }: Changing & { boss: Actor; now: number },
): Promise<Pause[]> {
  const pauses: Pause[] = []
  for (let index = 0; index < 24; index++) {
    const daysAgo = 90 - index * 3.6
    const position = (index * 23 + 5) % users.length
    const user = users[position]
    // Not before they were there.
    if (!user || createdDaysAgo(position) < daysAgo + 7) continue
    if (index % 2 === 0) {
      const { familyName } = demoPerson(index + 900, demoCompany.domain)
      await history.step({ daysAgo, actor: boss }, (tx) =>
        tx
          .updateTable('app_user')
          .set({ family_name: familyName })
          .where('tenant_id', '=', tenantId)
          .where('user_id', '=', user.id)
          .execute(),
      )
      continue
    }
    const until = daysAgo - 2.4
    await history.step({ daysAgo, actor: helper }, disable(tenantId, [user.id], true))
    await history.step({ daysAgo: until, actor: helper }, disable(tenantId, [user.id], false))
    // Steps are up to an hour later than their day says.
    pauses.push({ userId: user.id, from: new Date(now - daysAgo * day), until: new Date(now - until * day + 2 * hour) })
  }
  return pauses
}

async function leave(history: History, { tenantId, helper, users }: Changing): Promise<void> {
  const ids = users.filter((_, index) => hasLeft(index)).map(({ id }) => id)
  await history.step({ daysAgo: leftDaysAgo, actor: helper }, disable(tenantId, ids, true))
}

/** The role gets its last action today, and the group its last member. */
const changedToday = { role: 'Help desk', group: 'Climate Risk' }
const beforeToday = <T>({ name }: { name: string }, all: T[]): T[] => (Object.values(changedToday).includes(name) ? all.slice(0, -1) : all)

/** The latest changes that the home page shows. */
async function changeToday(history: History, { tenantId, boss, helper, users, now }: Changing & { boss: Actor; now: number }) {
  const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000)
  const actions = demoCompany.roles.find(({ name }) => name === changedToday.role)?.actions.slice(-1)
  await history.step({ at: minutesAgo(134), actor: helper }, (tx) =>
    sql`insert into role_action (tenant_id, role_id, action_name)
        select tenant_id, role_id, unnest(${actions}::text[]) from role
         where tenant_id = ${tenantId}::uuid and role_name = ${changedToday.role}`.execute(tx),
  )
  await history.step({ at: minutesAgo(46), actor: boss }, (tx) =>
    sql`insert into group_member (tenant_id, group_id, user_id)
        select tenant_id, group_id, unnest(${users.map(({ id }) => id)}::uuid[]) from user_group
         where tenant_id = ${tenantId}::uuid and group_name = ${changedToday.group}`.execute(tx),
  )
}

/** One administrator has a second factor. */
async function protect(history: History, user: DemoUser | undefined, sealing: Sealing): Promise<void> {
  if (!user?.lastSignInAt) return
  const { id, email, lastSignInAt: usedAt } = user
  await history.step({ daysAgo: 76, actor: { type: 'user', id, name: email } }, (tx, at) =>
    addAuthenticatorApp(tx, id, sealing, { at, usedAt, userAgent: userAgents[0] ?? '' }),
  )
}

/** Thirty days of sign-ins, some of them failed; the last one is the user's last. */
async function signInHistory(
  db: Db,
  tenantId: string,
  { users, pauses, now }: { users: DemoUser[]; pauses: Pause[]; now: number },
): Promise<void> {
  const isPaused = (user: DemoUser, at: Date) => pauses.some(({ userId, from, until }) => userId === user.id && from <= at && at <= until)
  const canSignIn = (user: DemoUser, at: Date) =>
    user.lastSignInAt !== null && user.createdAt < at && at <= user.lastSignInAt && !isPaused(user, at)
  const many = Array.from({ length: 1500 }, (_, index) => ({
    user: users[(index * 31) % users.length],
    at: new Date(now - (index * 30 * day) / 1500 - (index % 7) * 60_000),
    failed: index % 23 === 7,
  }))
  const last = users.map((user) => ({ user, at: user.lastSignInAt, failed: false }))
  const rows = [...many, ...last].flatMap(({ user, at, failed }, index) => {
    if (!user || !at || !canSignIn(user, at)) return []
    return {
      tenant_id: tenantId,
      occurred_at: at,
      kind: failed ? 'sign_in_failed' : 'sign_in',
      outcome: failed ? ('failure' as const) : ('success' as const),
      user_id: user.id,
      username: user.email,
      // Addresses reserved for documentation (RFC 5737).
      address: `203.0.113.${1 + (index % 60)}`,
      user_agent: userAgents[index % userAgents.length] ?? '',
      details: JSON.stringify(failed ? { reason: 'password' } : { method: 'password' }),
    }
  })
  await asOwner(db, 'operator', async (tx) => {
    await tx.insertInto('system_log').values(rows).execute()
    await sql`update app_user u set last_sign_in_at = (select max(l.occurred_at) from system_log l
                where l.tenant_id = ${tenantId}::uuid and l.user_id = u.user_id and l.kind = 'sign_in')
               where u.tenant_id = ${tenantId}::uuid`.execute(tx)
    await sql`analyze app_user, group_member, audit_entry, system_log, usage_hour, job, job_tag`.execute(tx)
  })
}

const userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:152.0) Gecko/20100101 Firefox/152.0',
]
