import { sql } from 'kysely'
import { permissionRules } from '@steward/contract/rules/permission-rules'
import { type PermissionName, type Rule, isGranted } from '@steward/contract/rules/permissions'
import type { Db } from '../db/pool.ts'
import { type TenantTransaction, tenantIdOf, withTenant } from '../db/tenant.ts'
import { decideFlags } from '../flags/permission-inputs.ts'
import { gatherTenantInputs, withRoles } from './permission-inputs.ts'
import type { PermissionService } from './service.ts'
import type { HeldRole } from './held-roles.ts'

/** Users whose roles are read in one query. */
const pageSize = 5_000
/** Users whose flags are read concurrently. */
const atOnce = 8

/**
 * Which of these users of a tenant have a permission. Users with the same roles have the same result, so that thousands take
 * two queries and a handful of evaluations; only if the result depends on a feature flag or on resource groups, which can differ
 * between users of the same roles, is each user evaluated.
 */
export async function usersGranted(
  db: Db,
  permissions: PermissionService,
  { tenantId, permission, userIds }: { tenantId: string; permission: PermissionName; userIds: readonly string[] },
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  if (dependsOnMore({ kind: 'permission', name: permission })) return oneByOne(permissions, tenantId, permission, userIds)
  const ctx = { tenantId, requestId: '', actor: { type: 'system' as const, id: 'system', name: 'Steward' } }
  return withTenant(
    db,
    ctx,
    async (tx) => {
      const granted = new Set<string>()
      const answer = await answerByRoles(tx, permission)
      for (let start = 0; start < userIds.length; start += pageSize) {
        for (const { user_id, role_ids } of await rolesOf(tx, userIds.slice(start, start + pageSize))) {
          if (answer(role_ids)) granted.add(user_id)
        }
      }
      return granted
    },
    { readOnly: true },
  )
}

/** Whether the result depends on more than roles. */
function dependsOnMore(rule: Rule): boolean {
  switch (rule.kind) {
    case 'all':
    case 'any':
      return rule.parts.some(dependsOnMore)
    case 'not':
      return dependsOnMore(rule.part)
    case 'permission':
      return dependsOnMore(permissionRules[rule.name])
    default:
      return rule.kind === 'flag' || rule.kind === 'resourceGroup'
  }
}

/** The enabled users, with their roles from enabled groups, in a stable order. */
async function rolesOf(tx: TenantTransaction, userIds: readonly string[]): Promise<{ user_id: string; role_ids: string[] }[]> {
  const { rows } = await sql<{ user_id: string; role_ids: string[] }>`
    select u.user_id, array(select distinct gr.role_id
                              from group_member gm
                                   join user_group g on g.tenant_id = gm.tenant_id and g.group_id = gm.group_id and g.status = 'Enabled'
                                   join group_role gr on gr.tenant_id = g.tenant_id and gr.group_id = g.group_id
                             where gm.tenant_id = u.tenant_id and gm.user_id = u.user_id order by 1) as role_ids
      from app_user u
     where u.tenant_id = ${tenantIdOf(tx)}::uuid and u.user_id = any (${userIds}::uuid[]) and not u.is_disabled`.execute(tx)
  return rows
}

/** Evaluates each set of roles once. */
async function answerByRoles(tx: TenantTransaction, permission: PermissionName): Promise<(roleIds: readonly string[]) => boolean> {
  const tenant = await gatherTenantInputs(tx)
  // The result for any flags: the rule doesn't use them.
  const flags = decideFlags([], '')
  const { rows } = await sql<HeldRole>`
    select r.role_id as "roleId", r.role_name as "roleName", r.is_administrator as "isAdministrator", '[]'::json as groups,
           array(select ra.action_name from role_action ra where ra.tenant_id = r.tenant_id and ra.role_id = r.role_id) as actions
      from role r
     where r.tenant_id = ${tenantIdOf(tx)}::uuid
       and exists (select from group_role gr where gr.tenant_id = r.tenant_id and gr.role_id = r.role_id)`.execute(tx)
  // It doesn't matter which group grants a role, but one has to: a placeholder is used for all.
  const groups = [{ groupId: '', groupName: '' }]
  const roles = new Map(rows.map((role) => [role.roleId, { ...role, groups }]))
  const known = new Map<string, boolean>()
  return (roleIds) => {
    const key = roleIds.join()
    const before = known.get(key)
    if (before !== undefined) return before
    const held = roleIds.flatMap((roleId) => roles.get(roleId) ?? [])
    const answer = isGranted(permission, withRoles(tenant, flags, held))
    known.set(key, answer)
    return answer
  }
}

async function oneByOne(
  permissions: PermissionService,
  tenantId: string,
  permission: PermissionName,
  userIds: readonly string[],
): Promise<Set<string>> {
  const granted = new Set<string>()
  const queue = userIds.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const id of queue) if (await permissions.cache.isGranted(tenantId, { type: 'user', id }, permission)) granted.add(id)
    }),
  )
  return granted
}
