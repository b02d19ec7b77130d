import { type RawBuilder, sql } from 'kysely'

/** A role that the user has through enabled groups; with `actions` if applications are requested. */
export interface HeldRole {
  roleId: string
  roleName: string
  isAdministrator: boolean
  groups: { groupId: string; groupName: string }[]
  actions?: string[]
}

/**
 * The roles of a member with the enabled groups that grant them, by name.
 * @param member the table that links principals to groups, and a condition on its rows
 */
export function rolesThrough(member: RawBuilder<unknown>, withActions: boolean): RawBuilder<unknown> {
  const actions = withActions
    ? sql`, 'actions', (select coalesce(json_agg(ra.action_name), '[]'::json) from role_action ra
                         where ra.tenant_id = r.tenant_id and ra.role_id = r.role_id)`
    : sql``
  return sql`(
  select coalesce(json_agg(json_build_object('roleId', r.role_id, 'roleName', r.role_name, 'isAdministrator', r.is_administrator,
                                             'groups', held.groups ${actions}) order by r.role_name_key), '[]'::json)
    from (select gr.tenant_id, gr.role_id,
                 json_agg(json_build_object('groupId', g.group_id, 'groupName', g.group_name) order by g.group_name_key) as groups
            from ${member}
                 join user_group g on g.tenant_id = gm.tenant_id and g.group_id = gm.group_id and g.status = 'Enabled'
                 join group_role gr on gr.tenant_id = g.tenant_id and gr.group_id = g.group_id
           group by gr.tenant_id, gr.role_id) held
         join role r on r.tenant_id = held.tenant_id and r.role_id = held.role_id)`
}

/**
 * Selects the resource groups that a member's enabled groups are in; those open to all are not among them.
 * @param member the table that links principals to groups as `gm`, with the rows of the member
 */
export const resourceGroupsThrough = (member: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select rgg.resource_group_id
    from ${member}
         join user_group g on g.tenant_id = gm.tenant_id and g.group_id = gm.group_id and g.status = 'Enabled'
         join resource_group_group rgg on rgg.tenant_id = g.tenant_id and rgg.group_id = g.group_id`
