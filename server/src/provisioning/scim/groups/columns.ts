import { sql } from 'kysely'
import type { Column, Columns } from '../filter/sql.ts'
import { groupUrn } from '../schema/schemas.ts'

/** The columns of a group's attributes: `g` is user_group, `s` is scim_group, which not every group has. */

/** The groups of a tenant, for filters and sorting. */
export function groupColumns(baseUrl: string): Columns {
  const own: Readonly<Record<string, Column>> = {
    id: { text: sql`g.group_id::text`, uuid: sql`g.group_id` },
    externalId: { text: sql`s.external_id` },
    displayName: { text: sql`g.group_name`, folded: sql`g.group_name_key` },
    'meta.resourceType': { text: sql`'Group'::text` },
    'meta.created': { text: sql`g.created_at::text`, moment: sql`date_trunc('milliseconds', g.created_at)` },
    'meta.lastModified': { text: sql`g.updated_at::text`, moment: sql`date_trunc('milliseconds', g.updated_at)` },
    'meta.location': { text: sql`${`${baseUrl}/Groups/`}::text || g.group_id` },
    'meta.version': { text: sql`'W/"' || g.version || '"'` },
    'members.value': { text: sql`gm.user_id::text`, uuid: sql`gm.user_id` },
    'members.$ref': { text: sql`${`${baseUrl}/Users/`}::text || gm.user_id` },
    'members.display': { text: sql`member.username`, folded: sql`member.username_key` },
    'members.type': { text: sql`'User'::text` },
    schemas: { text: sql`known.urn` },
  }
  const column = (path: string): Column => {
    const found = own[path]
    if (!found) throw new Error(`No column for ${path}`)
    return found
  }
  return {
    single: ({ attribute, sub }) => column(sub ? `${attribute.name}.${sub.name}` : attribute.name),
    values: ({ attribute }) =>
      attribute.name === 'schemas'
        ? { from: sql`(values (${sql.lit(groupUrn)})) known (urn) where true`, column: () => column('schemas'), order: sql`known.urn` }
        : {
            from: sql`group_member gm join app_user member on member.tenant_id = gm.tenant_id and member.user_id = gm.user_id
                       where gm.tenant_id = g.tenant_id and gm.group_id = g.group_id`,
            column: (sub) => column(`members.${sub?.name ?? 'value'}`),
            order: sql`gm.user_id`,
          },
  }
}
