import { sql } from 'kysely'
import { executePrepared } from '../db/prepared.ts'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { HeldRole } from '../access/held-roles.ts'
import type { UserRow } from './columns.ts'

type Group = NonNullable<UserRow['groups']>[number]

/** Groups and roles of a tenant by id, both in the order of their names. */
interface Names {
  version: number
  groups: ReadonlyMap<string, Group & { place: number; roles: readonly { role: Omit<HeldRole, 'groups'>; place: number }[] }>
  /** What it takes of the capacity. */
  size: number
}

interface NamesRow {
  version: number
  groups: { groupId: string; groupName: string; status: Group['status']; roleIds: string[] }[]
  roles: Omit<HeldRole, 'groups'>[]
}

/** Groups, roles and links between them that a process remembers. A tenant has at most 100 groups. */
const capacity = 200_000

/** The version of the names of a tenant's groups and roles, which its triggers raise: for a statement that reads group ids. */
export const namesVersion = (tenantId: string) =>
  sql`(select n from row_count where tenant_id = ${tenantId}::uuid and table_name = 'user_group' and facet = 'names')`

/**
 * The names of groups and roles for lists of users. They are read again when the version differs that the list's own statement
 * has read, so they are never older than the list, whichever process changed them.
 */
export class GroupNames {
  readonly #known = new Map<string, Names>()
  readonly #capacity: number
  #size = 0

  constructor(options: { capacity?: number } = {}) {
    this.#capacity = options.capacity ?? capacity
  }

  /**
   * The groups of each user, and the roles that enabled groups grant.
   * @param version what the statement read that read the ids
   */
  async describe(
    tx: TenantTransaction,
    version: number,
    users: readonly { group_ids: readonly string[] }[],
  ): Promise<{ groups: Group[]; roles: HeldRole[] }[]> {
    const tenantId = tenantIdOf(tx)
    let names = this.#known.get(tenantId)
    const isUnknown = (id: string) => !names?.groups.has(id)
    if (!names || names.version !== version || users.some(({ group_ids: ids }) => ids.some(isUnknown))) {
      names = await readNames(tx)
    }
    this.#remember(tenantId, names)
    const { groups } = names
    return users.map(({ group_ids: ids }) => describeUser(ids, groups))
  }

  /** Least recently used tenants are forgotten first. */
  #remember(tenantId: string, names: Names): void {
    this.#forget(tenantId)
    if (names.size > this.#capacity) return
    this.#known.set(tenantId, names)
    this.#size += names.size
    for (const eldest of this.#known.keys()) {
      if (this.#size <= this.#capacity) break
      this.#forget(eldest)
    }
  }

  #forget(tenantId: string): void {
    this.#size -= this.#known.get(tenantId)?.size ?? 0
    this.#known.delete(tenantId)
  }
}

async function readNames(tx: TenantTransaction): Promise<Names> {
  const tenantId = tenantIdOf(tx)
  const { rows } = await executePrepared(
    tx,
    sql<NamesRow>`
      select coalesce(${namesVersion(tenantId)}, 0)::int as version,
             (select coalesce(json_agg(json_build_object('groupId', g.group_id, 'groupName', g.group_name, 'status', g.status,
                       'roleIds', array(select gr.role_id from group_role gr where gr.tenant_id = g.tenant_id and gr.group_id = g.group_id))
                       order by g.group_name_key), '[]'::json)
                from user_group g where g.tenant_id = ${tenantId}::uuid) as groups,
             (select coalesce(json_agg(json_build_object('roleId', r.role_id, 'roleName', r.role_name, 'isAdministrator', r.is_administrator)
                       order by r.role_name_key), '[]'::json)
                from role r where r.tenant_id = ${tenantId}::uuid
                 and exists (select from group_role gr where gr.tenant_id = r.tenant_id and gr.role_id = r.role_id)) as roles`,
  )
  const { version, groups, roles } = rows[0] ?? { version: 0, groups: [], roles: [] }
  const known = new Map(roles.map((role, place) => [role.roleId, { role, place }]))
  let size = groups.length + roles.length
  const described = groups.map(({ roleIds, ...group }, place) => {
    size += roleIds.length
    return [group.groupId, { ...group, place, roles: roleIds.flatMap((id) => known.get(id) ?? []) }] as const
  })
  return { version, groups: new Map(described), size }
}

function describeUser(groupIds: readonly string[], known: Names['groups']): { groups: Group[]; roles: HeldRole[] } {
  // A group that was deleted since the ids were read had no members left.
  const groups = groupIds.flatMap((id) => known.get(id) ?? []).toSorted((a, b) => a.place - b.place)
  const held = new Map<string, { held: HeldRole; place: number }>()
  for (const { groupId, groupName, status, roles } of groups) {
    if (status !== 'Enabled') continue
    for (const { role, place } of roles) {
      const before = held.get(role.roleId)
      if (before) before.held.groups.push({ groupId, groupName })
      else held.set(role.roleId, { held: { ...role, groups: [{ groupId, groupName }] }, place })
    }
  }
  return {
    groups: groups.map(({ groupId, groupName, status }) => ({ groupId, groupName, status })),
    roles: [...held.values()].toSorted((a, b) => a.place - b.place).map((one) => one.held),
  }
}
