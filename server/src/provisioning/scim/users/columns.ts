import { sql } from 'kysely'
import type { Target } from '../filter/bind.ts'
import type { Column, ColumnValues, Columns, Fragment } from '../filter/sql.ts'
import type { Attribute } from '../schema/attribute.ts'
import { enterpriseUrn, userUrn } from '../schema/schemas.ts'

/** The columns of a user's attributes: `u` is app_user, `s` is scim_user, which not every user has. */

const milliseconds = (column: Fragment): Fragment => sql`date_trunc('milliseconds', ${column})`

function ownColumns(baseUrl: string): Readonly<Record<string, Column>> {
  return {
    id: { text: sql`u.user_id::text`, uuid: sql`u.user_id` },
    externalId: { text: sql`s.external_id` },
    userName: { text: sql`u.username`, folded: sql`u.username_key` },
    active: { text: sql`(case when u.is_disabled then 'false' else 'true' end)` },
    'name.givenName': { text: sql`nullif(u.given_name, '')` },
    'name.familyName': { text: sql`nullif(u.family_name, '')` },
    'meta.resourceType': { text: sql`'User'::text` },
    'meta.created': { text: sql`u.created_at::text`, moment: milliseconds(sql`u.created_at`) },
    'meta.lastModified': { text: sql`u.updated_at::text`, moment: milliseconds(sql`u.updated_at`) },
    'meta.location': { text: sql`${`${baseUrl}/Users/`}::text || u.user_id` },
    'meta.version': { text: sql`'W/"' || u.version || '"'` },
  }
}

/** Names in `attributes` become part of the statement, so they must come from the schema, never from a client. */
const name = (attribute: Attribute): Fragment => sql.lit(attribute.name)

/** The users of a tenant, for filters and sorting. */
export function userColumns(baseUrl: string): Columns {
  const own = ownColumns(baseUrl)
  return {
    single({ extension, attribute, sub }: Target): Column {
      const known = extension === undefined ? own[sub ? `${attribute.name}.${sub.name}` : attribute.name] : undefined
      if (known) return known
      const home = extension === undefined ? sql`s.attributes` : sql`(s.attributes -> ${sql.lit(extension)})`
      return { text: sub ? sql`${home} -> ${name(attribute)} ->> ${name(sub)}` : sql`${home} ->> ${name(attribute)}` }
    },

    values({ attribute }: Target): ColumnValues {
      if (attribute.name === 'groups') return groupsOf(baseUrl)
      if (attribute.name === 'schemas') {
        return {
          from: sql`(values (${sql.lit(userUrn)}), (case when s.attributes ? ${sql.lit(enterpriseUrn)} then ${sql.lit(enterpriseUrn)} end)) known (urn)
                     where urn is not null`,
          column: () => ({ text: sql`known.urn` }),
          order: sql`known.urn`,
        }
      }
      const stored = sql`s.attributes -> ${name(attribute)}`
      const isEmail = attribute.name === 'emails'
      return {
        from: sql`jsonb_array_elements(${isEmail ? sql`scim_emails(u.email, ${stored})` : stored}) with ordinality element (entry, n) where true`,
        column: (sub) => ({ text: sub ? sql`(entry ->> ${name(sub)})` : sql`(entry #>> '{}')` }),
        order: sql`n`,
        ...(isEmail
          ? { having: (value: string) => sql`u.user_id = any(array(select scim_users_by_email(current_tenant_id(), ${value}::text)))` }
          : {}),
      }
    },
  }
}

function groupsOf(baseUrl: string): ColumnValues {
  const columns: Readonly<Record<string, Column>> = {
    value: { text: sql`gm.group_id::text`, uuid: sql`gm.group_id` },
    display: { text: sql`g.group_name`, folded: sql`g.group_name_key` },
    type: { text: sql`'direct'::text` },
    $ref: { text: sql`${`${baseUrl}/Groups/`}::text || gm.group_id` },
  }
  return {
    from: sql`group_member gm join user_group g on g.tenant_id = gm.tenant_id and g.group_id = gm.group_id
               where gm.tenant_id = u.tenant_id and gm.user_id = u.user_id`,
    column: (sub) => columnOf(columns, sub),
    order: sql`g.group_name_key`,
  }
}

function columnOf(columns: Readonly<Record<string, Column>>, sub: Attribute | undefined): Column {
  const column = columns[sub?.name ?? 'value']
  if (!column) throw new Error(`No column for ${sub?.name}`)
  return column
}
