import { sql } from 'kysely'
import type { AccessMap } from '@steward/contract/access/schemas'
import { type PermissionName, isGranted, permissionNames } from '@steward/contract/rules/permissions'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import { type FlagInputs, type FlagRow, decideFlags, flagRows } from '../flags/permission-inputs.ts'
import { type TenantAccess, enabledGroups, inputsOfMember, readTenantAccess, rolesOf } from './groups-and-roles.ts'
import { mapOf } from './map.ts'

/** Whose permissions are looked at. */
export interface Affected {
  userIds: readonly string[]
  keyIds: readonly string[]
  /** Groups whose other members are looked at by the groups that they are in. */
  groupIds: readonly string[]
}

/** The permissions of some users and API keys at one moment. Who has the same inputs shares one set. */
export interface Standing {
  users: ReadonlyMap<string, ReadonlySet<PermissionName>>
  keys: ReadonlyMap<string, ReadonlySet<PermissionName>>
  /** Those of an enabled user without flags of their own who is in these groups. */
  ofMember(groupIds: readonly string[]): ReadonlySet<PermissionName>
  map: AccessMap
}

/** Members with the same groups. */
export interface Crowd {
  groupIds: string[]
  count: number
  /** Some of them. */
  someIds: string[]
}

interface Class {
  /** The enabled groups of its members. */
  group_ids: string[]
  ids: string[]
}

/** Reads it in four queries, however many there are. Disabled users and expired keys have no permissions, nor has who doesn't exist. */
export async function readStanding(tx: TenantTransaction, { userIds, keyIds, groupIds }: Affected): Promise<Standing> {
  if (userIds.length === 0 && keyIds.length === 0 && groupIds.length === 0)
    return { users: new Map(), keys: new Map(), ofMember: () => new Set(), map: { applications: [], groups: [] } }
  const access = await readTenantAccess(tx, 'given')
  const permissions = evaluator(access)
  const [flagsOfUser, flagsOfKey] = [flagsByUser(access), flagsOfAnyone(access)]
  return {
    users: spread(userIds.length === 0 ? [] : await classesOfUsers(tx, userIds), flagsOfUser, permissions),
    keys: spread(keyIds.length === 0 ? [] : await classesOfKeys(tx, keyIds), flagsOfKey, permissions),
    ofMember: (ids) => permissions(ids, flagsOfUser('')),
    map: mapOf(access),
  }
}

/** Whether flags are on for a share of people, so that people with the same groups can have other permissions. */
export async function hasSharedFlags(tx: TenantTransaction): Promise<boolean> {
  const { rows } = await sql<{ flags: FlagRow[] }>`select ${flagRows(tenantIdOf(tx), null)} as flags`.execute(tx)
  return isShared(rows[0]?.flags ?? [])
}

/** The enabled members of groups, without those named, by all the groups that they are in. */
export async function crowdsIn(tx: TenantTransaction, { groupIds, userIds }: Affected, someCount: number): Promise<Crowd[]> {
  if (groupIds.length === 0) return []
  const tenantId = tenantIdOf(tx)
  // One look into the index for each member: the planner would rather read all memberships of the tenant.
  const joinsByIndex = (isOnly: boolean) => {
    const others = isOnly ? 'off' : 'on'
    return sql`select set_config('enable_mergejoin', ${others}, true), set_config('enable_hashjoin', ${others}, true)`.execute(tx)
  }
  await joinsByIndex(true)
  const { rows } = await sql<Crowd>`
    select group_ids as "groupIds", count(*)::int as count, (array_agg(user_id))[1:${sql.lit(someCount)}] as "someIds"
      from (select gm.user_id, array_agg(gm.group_id order by gm.group_id) as group_ids
              from (select distinct user_id from group_member
                     where tenant_id = ${tenantId}::uuid and group_id = any (${[...groupIds]}::uuid[])
                       and user_id not in (select unnest(${[...userIds]}::uuid[]))
                       and user_id not in (select user_id from app_user where tenant_id = ${tenantId}::uuid and is_disabled)
                    offset 0) one
                   join group_member gm on gm.tenant_id = ${tenantId}::uuid and gm.user_id = one.user_id
             group by gm.user_id order by gm.user_id) member
     group by group_ids`.execute(tx)
  await joinsByIndex(false)
  return rows
}

async function classesOfUsers(tx: TenantTransaction, userIds: readonly string[]): Promise<Class[]> {
  const { rows } = await sql<Class>`
    select group_ids, array_agg(user_id) as ids
      from (select u.user_id,
                   array(select gm.group_id
                           from group_member gm join user_group g on g.tenant_id = gm.tenant_id and g.group_id = gm.group_id and g.status = 'Enabled'
                          where gm.tenant_id = u.tenant_id and gm.user_id = u.user_id order by 1) as group_ids
              from app_user u
             where u.tenant_id = ${tenantIdOf(tx)}::uuid and u.user_id = any (${[...userIds]}::uuid[]) and not u.is_disabled) member
     group by group_ids`.execute(tx)
  return rows
}

async function classesOfKeys(tx: TenantTransaction, keyIds: readonly string[]): Promise<Class[]> {
  const { rows } = await sql<Class>`
    select group_ids, array_agg(api_key_id) as ids
      from (select k.api_key_id,
                   array(select kg.group_id
                           from api_key_group kg join user_group g on g.tenant_id = kg.tenant_id and g.group_id = kg.group_id and g.status = 'Enabled'
                          where kg.tenant_id = k.tenant_id and kg.api_key_id = k.api_key_id order by 1) as group_ids
              from api_key k
             where k.tenant_id = ${tenantIdOf(tx)}::uuid and k.api_key_id = any (${[...keyIds]}::uuid[])
               and (k.expires_at is null or k.expires_at > now())) member
     group by group_ids`.execute(tx)
  return rows
}

/** Flags of a principal, and a text that is the same for all with the same flags. */
type FlagsOf = (id: string) => { flags: FlagInputs; text: string }

function described(flags: FlagInputs): { flags: FlagInputs; text: string } {
  return { flags, text: JSON.stringify(Object.values(flags).map(({ value }) => value)) }
}

const isShared = (flags: readonly FlagRow[]): boolean =>
  flags.some(({ everyone, tenant }) => [everyone, tenant].some((set) => set !== null && set.percentage !== null))

/** Flags that are on for a share of people, or set for a person, are decided person by person. */
function flagsByUser(access: TenantAccess): FlagsOf {
  const ofAnyone = flagsOfAnyone(access)
  const own = Map.groupBy(access.userFlags, ({ userId }) => userId)
  return (userId) => {
    const set = own.get(userId)
    if (set === undefined) return ofAnyone(userId)
    const rows = access.flags.map((row) => ({ ...row, user: set.find(({ flagName }) => flagName === row.name)?.isEnabled ?? null }))
    const unlisted = set.filter(({ flagName }) => !rows.some(({ name }) => name === flagName))
    const more = unlisted.map(({ flagName, isEnabled }) => ({
      name: flagName,
      isStopped: false,
      everyone: null,
      hasPreviews: false,
      tenant: null,
      user: isEnabled,
    }))
    return described(decideFlags([...rows, ...more], userId))
  }
}

function flagsOfAnyone(access: TenantAccess): FlagsOf {
  if (isShared(access.flags)) return (id) => described(decideFlags(access.flags, id))
  const same = described(decideFlags(access.flags, ''))
  return () => same
}

/** Evaluates each set of groups and flags once. */
function evaluator(access: TenantAccess) {
  const groups = new Map(enabledGroups(access).map((group) => [group.groupId, { group, roles: rolesOf(access, group) }]))
  const known = new Map<string, ReadonlySet<PermissionName>>()
  return (groupIds: readonly string[], { flags, text }: ReturnType<FlagsOf>): ReadonlySet<PermissionName> => {
    const key = `${groupIds.join()} ${text}`
    const before = known.get(key)
    if (before) return before
    const held = groupIds.flatMap((groupId) => groups.get(groupId) ?? [])
    const inputs = inputsOfMember(access, flags, held)
    const granted = new Set(permissionNames.filter((name) => isGranted(name, inputs)))
    known.set(key, granted)
    return granted
  }
}

function spread(classes: readonly Class[], flagsOf: FlagsOf, permissions: ReturnType<typeof evaluator>): Standing['users'] {
  const granted = new Map<string, ReadonlySet<PermissionName>>()
  for (const { group_ids: groupIds, ids } of classes) for (const id of ids) granted.set(id, permissions(groupIds, flagsOf(id)))
  return granted
}
