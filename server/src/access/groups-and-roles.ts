import { sql } from 'kysely'
import type { GroupStatus } from '@steward/contract/groups/schemas'
import type { PermissionInputs } from '@steward/contract/rules/permission-inputs'
import { type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import { type FlagInputs, type FlagRow, flagRows } from '../flags/permission-inputs.ts'
import { type TenantInputs, gatherTenantInputs, withRoles } from './permission-inputs.ts'
import type { HeldRole } from './held-roles.ts'

/** A role with its actions. */
export interface KnownRole {
  roleId: string
  roleName: string
  isAdministrator: boolean
  actions: string[]
}

export interface KnownGroup {
  groupId: string
  groupName: string
  status: GroupStatus
  isManagedByProvider: boolean
  userCount: number
  roleIds: string[]
}

interface KnownResourceGroup {
  productCode: string
  allAccess: boolean
  groupIds: string[]
}

/** Everything of a tenant that decides access, except who is in which group: as large for a million users as for ten. */
export interface TenantAccess {
  facts: TenantInputs
  flags: FlagRow[]
  /** Flags set for single users. */
  userFlags: { flagName: string; userId: string; isEnabled: boolean }[]
  groups: KnownGroup[]
  roles: Map<string, KnownRole>
  resourceGroups: KnownResourceGroup[]
}

interface Row {
  groups: KnownGroup[]
  roles: KnownRole[]
  flags: FlagRow[]
  user_flags: TenantAccess['userFlags']
  resource_groups: KnownResourceGroup[]
}

/**
 * Reads it in two queries.
 * @param roles only those that a group gives, or all that could be given
 * @param userId whose own flags are among the flags
 */
export async function readTenantAccess(tx: TenantTransaction, roles: 'given' | 'all', userId: string | null = null): Promise<TenantAccess> {
  const tenantId = tenantIdOf(tx)
  const facts = await gatherTenantInputs(tx)
  const given =
    roles === 'all' ? sql`true` : sql`exists (select from group_role gr where gr.tenant_id = r.tenant_id and gr.role_id = r.role_id)`
  const { rows } = await sql<Row>`
    select
      (select coalesce(json_agg(json_build_object('groupId', g.group_id, 'groupName', g.group_name, 'status', g.status,
                'isManagedByProvider', g.managed_by_provider, 'userCount', g.user_count,
                'roleIds', (select coalesce(json_agg(gr.role_id), '[]'::json) from group_role gr
                             where gr.tenant_id = g.tenant_id and gr.group_id = g.group_id)) order by g.group_name_key), '[]'::json)
         from user_group g where g.tenant_id = ${tenantId}::uuid) as groups,
      (select coalesce(json_agg(json_build_object('roleId', r.role_id, 'roleName', r.role_name, 'isAdministrator', r.is_administrator,
                'actions', (select coalesce(json_agg(ra.action_name), '[]'::json) from role_action ra
                             where ra.tenant_id = r.tenant_id and ra.role_id = r.role_id)) order by r.role_name_key), '[]'::json)
         from role r where r.tenant_id = ${tenantId}::uuid and ${given}) as roles,
      ${flagRows(tenantId, userId)} as flags,
      (select coalesce(json_agg(json_build_object('flagName', flag_name, 'userId', user_id, 'isEnabled', is_enabled)), '[]'::json)
         from feature_flag_user where tenant_id = ${tenantId}::uuid) as user_flags,
      (select coalesce(json_agg(json_build_object('productCode', rg.product_code, 'allAccess', rg.all_access,
                'groupIds', (select coalesce(json_agg(rgg.group_id), '[]'::json) from resource_group_group rgg
                              where rgg.tenant_id = rg.tenant_id and rgg.resource_group_id = rg.resource_group_id))), '[]'::json)
         from resource_group rg where rg.tenant_id = ${tenantId}::uuid) as resource_groups`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A select without FROM answers one row')
  return {
    facts,
    flags: row.flags,
    userFlags: row.user_flags,
    groups: row.groups,
    roles: new Map(row.roles.map((role) => [role.roleId, role])),
    resourceGroups: row.resource_groups,
  }
}

/** The enabled groups; a disabled one gives nothing. */
export const enabledGroups = (access: TenantAccess): KnownGroup[] => access.groups.filter((group) => group.status === 'Enabled')

export const rolesOf = ({ roles }: TenantAccess, group: KnownGroup): KnownRole[] =>
  group.roleIds.flatMap((roleId) => roles.get(roleId) ?? [])

/** A group as it is, or with other roles. */
export interface HeldGroup {
  group: KnownGroup
  roles: readonly KnownRole[]
}

/** The inputs for the permissions of a person who is in exactly these enabled groups. */
export function inputsOfMember(access: TenantAccess, flags: FlagInputs, held: readonly HeldGroup[]): PermissionInputs {
  const roles = new Map<string, HeldRole>()
  for (const { group, roles: given } of held) {
    for (const role of given) {
      const known = roles.get(role.roleId) ?? { ...role, groups: [] }
      known.groups.push({ groupId: group.groupId, groupName: group.groupName })
      roles.set(role.roleId, known)
    }
  }
  const groupIds = new Set(held.map(({ group }) => group.groupId))
  const resourceGroups: PermissionInputs['resourceGroups'] = {}
  for (const { productCode, allAccess, groupIds: inside } of access.resourceGroups) {
    const counted = (resourceGroups[productCode] ??= { count: 0, joined: 0 })
    counted.count++
    if (allAccess || inside.some((groupId) => groupIds.has(groupId))) counted.joined++
  }
  return withRoles(access.facts, flags, [...roles.values()], resourceGroups)
}
