import { type KyselyPlugin, type PluginTransformQueryArgs, type PluginTransformResultArgs, type RawBuilder, RawNode, sql } from 'kysely'
import { type ImagedTable, imagedTables } from './imaged-tables.ts'

interface PastTable {
  /** The key besides the tenant, and where an image has it. */
  key: Readonly<Record<string, 'row_id' | 'linked_id' | 'text'>>
  /** The other columns, in the order of the table. */
  columns: readonly string[]
  /** Columns that follow from others, which images don't have. */
  derived?: Readonly<Record<string, string>>
}

const list = (names: string): string[] => names.split(' ')
const link: PastTable['columns'] = ['created_at']

/** The tables with images, by the names that hide them. */
const pastTables: Readonly<Record<ImagedTable, PastTable>> = {
  app_user: {
    key: { user_id: 'row_id' },
    columns: list(
      'username username_key email given_name family_name status user_type is_disabled password_hash password_changed_at failed_attempts locked_until last_sign_in_at created_at updated_at version',
    ),
    derived: { username_key: 'lower(was.username) collate "C"' },
  },
  user_group: {
    key: { group_id: 'row_id' },
    columns: list('group_name group_name_key status is_reserved managed_by_provider user_count role_count created_at updated_at version'),
    derived: { group_name_key: 'lower(was.group_name)' },
  },
  group_member: { key: { group_id: 'row_id', user_id: 'linked_id' }, columns: link },
  group_role: { key: { group_id: 'row_id', role_id: 'linked_id' }, columns: link },
  role: {
    key: { role_id: 'row_id' },
    columns: list('role_name role_name_key description is_reserved is_administrator created_at updated_at version'),
    derived: { role_name_key: 'lower(was.role_name)' },
  },
  role_action: { key: { role_id: 'row_id', action_name: 'text' }, columns: link },
  api_key: {
    key: { api_key_id: 'row_id' },
    columns: list(
      'api_key_name api_key_name_key key_prefix key_digest created_by created_by_name created_at updated_at last_used_at expires_at version holder_id holder_name previous_prefix previous_digest previous_expires_at previous_used_at previous_holder_id',
    ),
    derived: { api_key_name_key: 'lower(was.api_key_name)' },
  },
  api_key_group: { key: { api_key_id: 'row_id', group_id: 'linked_id' }, columns: link },
  resource_group: {
    key: { resource_group_id: 'row_id' },
    columns: list(
      'product_code resource_group_name resource_group_name_key all_access is_default resource_group_package_id created_at updated_at version',
    ),
    derived: { resource_group_name_key: 'lower(was.resource_group_name)' },
  },
  resource_group_group: { key: { resource_group_id: 'row_id', group_id: 'linked_id' }, columns: link },
  datastore_entry: {
    key: { level: 'text', level_id: 'text', entry_key: 'text' },
    columns: list('value created_at updated_at version'),
  },
}

/** The columns of a table as of a moment. */
export const pastColumnsOf = (table: ImagedTable): string[] => [
  'tenant_id',
  ...Object.keys(pastTables[table].key),
  ...pastTables[table].columns,
]

/** A moment of a tenant. `until` is the first instant that doesn't belong to it. */
interface Moment {
  tenantId: string
  until: string
}

/**
 * Makes each statement of a transaction see the tables as they were: it runs behind common table expressions with their names.
 * Rows without later images are read as they are, the others are put together from their first later images. PostgreSQL reads
 * only the expressions that a statement uses, with its conditions. Versions are 0: nothing of the past can be saved.
 */
export class AsOf implements KyselyPlugin {
  readonly #tables: RawBuilder<unknown>

  constructor(moment: Moment) {
    this.#tables = sql.join([...imagedTables.map((table) => since(table, moment)), ...imagedTables.map((table) => past(table, moment))])
  }

  transformQuery({ node }: PluginTransformQueryArgs) {
    if (!RawNode.is(node)) throw new Error(`Only statements of \`sql\` can read another moment, not a ${node.kind}`)
    return sql`with ${this.#tables} (${{ toOperationNode: () => node }})`.toOperationNode()
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result
  }
}

const named = (table: ImagedTable, suffix = '') => sql.id(`${table}${suffix}`)
const ofTable = (alias: string, column: string) => sql.ref(`${alias}.${column}`)

/** The key of an image. */
const imageKey = (name: string, place: 'row_id' | 'linked_id' | 'text') =>
  place === 'text' ? sql`coalesce(i.row_key, i.before, i.after) ->> ${sql.lit(name)}` : sql`i.${sql.raw(place)}`

/** The images of a table's rows `i` that were written since. */
const isImageOf = (table: ImagedTable, { tenantId, until }: Moment) => sql`
  i.tenant_id = ${tenantId}::uuid and i.table_name = ${sql.lit(table)} and i.occurred_at >= ${until}::timestamptz`

/** The rows that were written since: whether each existed, and the columns that it had. The earliest images decide. */
function since(table: ImagedTable, moment: Moment): RawBuilder<unknown> {
  const keys = Object.entries(pastTables[table].key).map(([name, place]) => ({ name, value: imageKey(name, place) }))
  return sql`${named(table, '_since')} as not materialized (
    select i.tenant_id, ${sql.join(keys.map(({ name, value }) => sql`${value} as ${sql.id(name)}`))},
           (array_agg(i.before is not null order by i.image_id))[1] as existed,
           jsonb_object_agg(was.key, was.value order by i.image_id desc) filter (where was.key is not null) as columns
      from public.row_image i left join lateral jsonb_each(i.before) was on true
     where ${isImageOf(table, moment)}
     group by i.tenant_id, ${sql.join(keys.map(({ value }) => value))})`
}

function past(table: ImagedTable, moment: Moment): RawBuilder<unknown> {
  const { key, columns, derived = {} } = pastTables[table]
  const { tenantId, until } = moment
  const keys = Object.keys(key)
  const sameKey = (a: string, b: string) =>
    sql.join(
      ['tenant_id', ...keys].map((name) => sql`${ofTable(a, name)} = ${ofTable(b, name)}`),
      sql` and `,
    )
  const keyOf = (alias: string) => sql.join(['tenant_id', ...keys].map((name) => ofTable(alias, name)))
  const shown = (alias: string, derivedOf: Readonly<Record<string, string>>) =>
    sql.join(
      columns.map((name) => sql`${known(table, name, alias, moment) ?? sql.raw(derivedOf[name] ?? `${alias}.${name}`)} as ${sql.id(name)}`),
    )
  return sql`${named(table)} as not materialized (
    select ${keyOf('t')}, ${shown('t', {})}
      from public.${named(table)} t
     where t.tenant_id = ${tenantId}::uuid and t.created_at < ${until}::timestamptz
       and not exists (select from public.row_image i where ${isImageOf(table, moment)} and ${sql.join(
         Object.entries(key).map(([name, place]) => sql`${imageKey(name, place)} = ${ofTable('t', name)}`),
         sql` and `,
       )})
    union all
    select ${keyOf('s')}, ${shown('was', derived)}
      from ${named(table, '_since')} s left join public.${named(table)} t on ${sameKey('t', 's')}
           cross join lateral jsonb_populate_record(t, s.columns) was
     where s.existed)`
}

/** Columns whose value at the moment isn't in the row: `alias` has what is known of it, `key` its key. */
function known(table: ImagedTable, name: string, alias: string, moment: Moment): RawBuilder<unknown> | undefined {
  const { tenantId, until } = moment
  const [idColumn = ''] = Object.keys(pastTables[table].key)
  const id = ofTable(alias === 't' ? 't' : 's', idColumn)
  const column = ofTable(alias, name)
  switch (name) {
    case 'version':
      return sql`0`
    case 'locked_until':
      return sql`null::timestamptz`
    case 'last_sign_in_at':
      return sql`case when ${column} < ${until}::timestamptz then ${column} end`
    case 'updated_at':
      if (pastTables[table].key[idColumn] !== 'row_id') return undefined
      return sql`greatest(${ofTable(alias, 'created_at')}, case when ${column} < ${until}::timestamptz then ${column} end, (
        select max(i.occurred_at) from public.row_image i
         where i.tenant_id = ${tenantId}::uuid and i.row_id = ${id} and i.table_name = ${sql.lit(table)} and i.occurred_at < ${until}::timestamptz))`
    case 'user_count':
      return counted('group_member', column, id, moment)
    case 'role_count':
      return counted('group_role', column, id, moment)
    default:
      return undefined
  }
}

/** How many links a group had: those that it has now, less the new ones, plus those that are gone. A link is never changed. */
const counted = (table: 'group_member' | 'group_role', now: RawBuilder<unknown>, groupId: RawBuilder<unknown>, moment: Moment) => sql`
  coalesce(${now}, 0) - (
    select coalesce(sum((i.before is null)::int - (i.after is null)::int), 0)::int
      from public.row_image i where ${isImageOf(table, moment)} and i.row_id = ${groupId})`
