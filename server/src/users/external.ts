import { sql } from 'kysely'
import { isUserName, nameMaximumLength } from '@steward/contract/rules/name-rules'
import { emailAddress } from '@steward/contract/rules/names'
import { type TenantTransaction, tenantIdOf, withoutAnnouncing } from '../db/tenant.ts'
import type { UserStatus } from '../db/types.ts'
import { joinGroups, leaveGroups, lockGroups } from '../groups/membership.ts'
import type { UserContext } from './context.ts'

/** Users from the tenant's identity provider: found or created at sign-in, with groups mapped from the provider's groups. */

/** A person from the provider, and what follows from their groups. */
export interface ExternalPerson {
  issuer: string
  subject: string
  email: string | undefined
  emailIsVerified: boolean
  givenName: string | undefined
  familyName: string | undefined
  /** Undefined if the provider sent no groups: then memberships stay unchanged. */
  providerGroups: readonly string[] | undefined
  /** In a test: who is who at this issuer will be forgotten when the tested setup is enabled. */
  isRelinked?: boolean
  rules: {
    adminGroupName: string
    mappings: readonly { providerGroup: string; groupId: string }[]
    /** Keeps password, status and groups, regardless of the provider. */
    breakGlassUsername: string
  }
}

interface FoundUser {
  user_id: string
  username: string
  email: string
  given_name: string
  family_name: string
  status: UserStatus
  is_disabled: boolean
  is_provisioned: boolean
}

export interface GroupReference {
  groupId: string
  groupName: string
}

/** The effects of a sign-in. */
export interface ExternalPlan {
  found: 'subject' | 'username' | 'email' | 'new'
  user: FoundUser | undefined
  /** The normalized address; undefined only if the user was found by subject. */
  email: string | undefined
  isBreakGlass: boolean
  isAdministrator: boolean
  /** The provider no longer makes the last administrator one, but they remain one. */
  keepsAdministrator: boolean
  joins: GroupReference[]
  leaves: GroupReference[]
}

export type ExternalRefusal =
  | {
      code:
        | 'subject_missing'
        | 'email_missing'
        | 'email_unverified'
        | 'email_invalid'
        | 'user_disabled'
        | 'user_linked_elsewhere'
        | 'user_not_provisioned'
    }
  | { code: 'email_domain_refused'; domain: string }

/** What the tenant's settings say about users from the provider. */
export interface ExternalRules extends Pick<UserContext, 'emailRefusal'> {
  /** Whether a first sign-in creates a user: not while SCIM does, unless the tenant wants both. */
  createsUsers(tx: TenantTransaction): Promise<boolean>
}

/** Plans the effects of a sign-in; changes nothing, but locks the groups involved. */
export async function planExternal(
  tx: TenantTransaction,
  person: ExternalPerson,
  context: ExternalRules,
): Promise<ExternalPlan | ExternalRefusal> {
  if (person.subject === '') return { code: 'subject_missing' }
  const found = await findUser(tx, person)
  if ('code' in found) return found
  const { user, email } = found
  if (user?.is_disabled) return { code: 'user_disabled' }
  if (!user && !(await context.createsUsers(tx))) return { code: 'user_not_provisioned' }
  if (!user && email !== undefined) {
    const fault = (await context.emailRefusal(tx))(email)
    if (fault) return { code: 'email_domain_refused', domain: email.slice(email.lastIndexOf('@') + 1) }
  }
  const isBreakGlass = user?.username.toLowerCase() === person.rules.breakGlassUsername.toLowerCase()
  const groups = isBreakGlass ? undefined : person.providerGroups
  return { ...found, isBreakGlass, ...(await planGroups(tx, user, groups, person.rules)) }
}

type Found = Pick<ExternalPlan, 'found' | 'user' | 'email'>

async function findUser(tx: TenantTransaction, person: ExternalPerson): Promise<Found | ExternalRefusal> {
  const linked = await selectUsers(
    tx,
    sql`${person.isRelinked !== true} and exists (select from federation_subject s where s.tenant_id = u.tenant_id and s.user_id = u.user_id
                   and s.issuer = ${person.issuer} and s.subject = ${person.subject})`,
  )
  const email = emailAddress.safeParse(person.email ?? person.subject)
  if (linked[0]) return { found: 'subject', user: linked[0], email: person.email !== undefined && email.success ? email.data : undefined }
  if (!email.success) return { code: person.email === undefined ? 'email_missing' : 'email_invalid' }
  // An unverified address must not lead to another user's account, nor claim an address first.
  if (!person.emailIsVerified) return { code: 'email_unverified' }
  const byName = await selectUsers(tx, sql`u.username_key = lower(${email.data})`)
  const byEmail = byName.length > 0 ? [] : await selectUsers(tx, sql`lower(u.email) = lower(${email.data})`)
  const [user, another] = [...byName, ...byEmail]
  if (!user) return { found: 'new', user: undefined, email: email.data }
  const isTaken = person.isRelinked !== true && (await isLinked(tx, person.issuer, user.user_id))
  if (another !== undefined || isTaken) return { code: 'user_linked_elsewhere' }
  return { found: byName.length > 0 ? 'username' : 'email', user, email: email.data }
}

async function selectUsers(tx: TenantTransaction, condition: ReturnType<typeof sql<boolean>>): Promise<FoundUser[]> {
  const { rows } = await sql<FoundUser>`
    select u.user_id, u.username, u.email, u.given_name, u.family_name, u.status, u.is_disabled,
           exists (select from scim_user p where p.tenant_id = u.tenant_id and p.user_id = u.user_id) as is_provisioned
      from app_user u
     where u.tenant_id = ${tenantIdOf(tx)}::uuid and u.user_type = 'endUser' and ${condition}
     limit 2`.execute(tx)
  return rows
}

async function isLinked(tx: TenantTransaction, issuer: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('federation_subject')
    .select('subject')
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('issuer', '=', issuer)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

type GroupPlan = Pick<ExternalPlan, 'isAdministrator' | 'keepsAdministrator' | 'joins' | 'leaves'>

/** Membership of mapped groups, and of the reserved group, follows the provider; other groups are unaffected. */
async function planGroups(
  tx: TenantTransaction,
  user: FoundUser | undefined,
  providerGroups: readonly string[] | undefined,
  rules: ExternalPerson['rules'],
): Promise<GroupPlan> {
  const held = new Set(user ? await groupIdsOfUser(tx, user.user_id) : [])
  const reserved = await tx.selectFrom('user_group').select('group_id').where('is_reserved', '=', true).executeTakeFirst()
  const adminId = reserved?.group_id
  if (providerGroups === undefined) {
    return { isAdministrator: adminId !== undefined && held.has(adminId), keepsAdministrator: false, joins: [], leaves: [] }
  }
  const given = new Set(providerGroups)
  const wanted = new Set(rules.mappings.filter(({ providerGroup }) => given.has(providerGroup)).map(({ groupId }) => groupId))
  if (adminId !== undefined && given.has(rules.adminGroupName)) wanted.add(adminId)
  const concerned = [...new Set([...rules.mappings.map(({ groupId }) => groupId), ...(adminId === undefined ? [] : [adminId])])]
  const groups = (await lockGroups(tx, concerned)).filter((group) => !group.managed_by_provider)
  const joins = groups.filter(({ group_id }) => wanted.has(group_id) && !held.has(group_id))
  const mayLeave = groups.filter(({ group_id }) => !wanted.has(group_id) && held.has(group_id))
  const keepsAdministrator =
    mayLeave.some(({ group_id }) => group_id === adminId) && user !== undefined && (await isLastAdministrator(tx, user))
  const leaves = mayLeave.filter(({ group_id }) => !(keepsAdministrator && group_id === adminId))
  const isAdministrator = adminId !== undefined && (wanted.has(adminId) || (held.has(adminId) && keepsAdministrator))
  return { isAdministrator, keepsAdministrator, joins: joins.map(referenceOf), leaves: leaves.map(referenceOf) }
}

const referenceOf = (group: { group_id: string; group_name: string }): GroupReference => ({
  groupId: group.group_id,
  groupName: group.group_name,
})

async function groupIdsOfUser(tx: TenantTransaction, userId: string): Promise<string[]> {
  const rows = await tx.selectFrom('group_member').select('group_id').where('user_id', '=', userId).execute()
  return rows.map(({ group_id }) => group_id)
}

async function isLastAdministrator(tx: TenantTransaction, { user_id: userId }: FoundUser): Promise<boolean> {
  const { rows } = await sql`
    select 1 from role r
      join group_role gr on gr.tenant_id = r.tenant_id and gr.role_id = r.role_id
      join user_group g on g.tenant_id = gr.tenant_id and g.group_id = gr.group_id and g.status = 'Enabled'
      join group_member gm on gm.tenant_id = g.tenant_id and gm.group_id = g.group_id
      join app_user u on u.tenant_id = gm.tenant_id and u.user_id = gm.user_id
     where r.tenant_id = ${tenantIdOf(tx)}::uuid and r.is_administrator and u.user_id <> ${userId} and is_active_user(u.status, u.is_disabled) limit 1`.execute(
    tx,
  )
  return rows.length === 0
}

/** Applies the plan. Returns the id of the user. */
export async function admitExternal(tx: TenantTransaction, person: ExternalPerson, plan: ExternalPlan): Promise<string> {
  const userId = plan.user?.user_id ?? (await createUser(tx, person, plan))
  if (plan.user && !plan.isBreakGlass) await updateUser(tx, person, plan, plan.user)
  if (plan.found !== 'subject') {
    await withoutAnnouncing(tx) // no screen shows it
      .insertInto('federation_subject')
      .values({ tenant_id: tenantIdOf(tx), issuer: person.issuer, subject: person.subject, user_id: userId })
      .execute()
  }
  await leaveGroups(
    tx,
    userId,
    plan.leaves.map(({ groupId }) => groupId),
  )
  await joinGroups(
    tx,
    userId,
    plan.joins.map(({ groupId }) => groupId),
  )
  return userId
}

/** A name in the form that users have: parts that our rules don't allow are left out. */
const nameOf = (text: string | undefined): string => {
  const name = (text ?? '')
    .replace(/[<>&\p{Cc}]/gu, '')
    .trim()
    .slice(0, nameMaximumLength)
    .trim()
  return isUserName(name) ? name : ''
}

async function createUser(tx: TenantTransaction, person: ExternalPerson, plan: ExternalPlan): Promise<string> {
  const email = plan.email ?? ''
  const row = await tx
    .insertInto('app_user')
    .values({
      tenant_id: tenantIdOf(tx),
      username: email,
      email,
      given_name: nameOf(person.givenName),
      family_name: nameOf(person.familyName),
      status: 'EXTERNAL_PROVIDER',
    })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  return row.user_id
}

/** Users from the provider have no password here, and get their names from the provider unless provisioning manages them. */
async function updateUser(tx: TenantTransaction, person: ExternalPerson, plan: ExternalPlan, user: FoundUser): Promise<void> {
  const isOurs = !user.is_provisioned
  const wanted = {
    status: 'EXTERNAL_PROVIDER' as const,
    given_name: (isOurs && nameOf(person.givenName)) || user.given_name,
    family_name: (isOurs && nameOf(person.familyName)) || user.family_name,
    email: (isOurs && person.emailIsVerified && plan.email) || user.email,
  }
  const isSame =
    user.status === wanted.status &&
    user.given_name === wanted.given_name &&
    user.family_name === wanted.family_name &&
    user.email === wanted.email
  if (isSame) return
  await tx
    .updateTable('app_user')
    .set({ ...wanted, password_hash: null })
    .where('user_id', '=', user.user_id)
    .execute()
}
