import { type KyselyPlugin, type PluginTransformQueryArgs, type PluginTransformResultArgs, type RawBuilder, RawNode, sql } from 'kysely'
import { type PastTable, pastTables } from './imaged-tables.ts'

interface Shape {
  /** The key besides the tenant, and where an image has it. */
  key: Readonly<Record<string, 'row_id' | 'linked_id' | 'text'>>
  /** The other columns, in the order of the table. */
  columns: readonly string[]
  /** Only rows of the tenant itself have a past. */
  ofTenant?: boolean
  /** Columns that follow from others, which images don't have. */
  derived?: Readonly<Record<string, string>>
}

const list = (names: string): string[] => names.split(' ')
const link: Shape['columns'] = ['created_at']

/** The tables with a past, by the names that hide them. */
const shapes: Readonly<Record<PastTable, Shape>> = {
  application_license: { key: { license_id: 'row_id' }, columns: list('product_code package_name start_date end_date') },
  company_quota: { key: { product_code: 'text', quota_name: 'text' }, columns: list('value updated_at') },
  data_entitlement: { key: { entitlement_id: 'row_id' }, columns: list('product_code start_date end_date') },
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
    // Those of the tenant. The settings of people have no past.
    key: { level: 'text', level_id: 'text', entry_key: 'text' },
    ofTenant: true,
    columns: list('value created_at updated_at version'),
  },
}

/** The columns of a table as of a moment. */
export const pastColumnsOf = (table: PastTable): string[] => ['tenant_id', ...Object.keys(shapes[table].key), ...shapes[table].columns]

/** A moment of a tenant. `until` is the first instant that doesn't belong to it. */
interface Moment {
  tenantId: string
  until: string
}

/**
 * Makes each statement of a transaction see the tables as they were: it runs behind common table expressions with their names.
 * Rows without later images are read as they are, the others are put together from their later images. PostgreSQL reads
 * only the expressions that a statement uses, with its conditions. Versions are 0: nothing of the past can be saved.
 */
export class AsOf implements KyselyPlugin {
  readonly #tables: RawBuilder<unknown>

  constructor(moment: Moment) {
    const records = pastTables.filter((table) => !isLink(table))
    this.#tables = sql.join([
      ...records.map((table) => since(table, moment)),
      ...records.map((table) => past(table, moment)),
      ...pastTables.filter(isLink).map((table) => pastLinks(table, moment)),
    ])
  }

  transformQuery({ node }: PluginTransformQueryArgs) {
    if (!RawNode.is(node)) throw new Error(`Only statements of \`sql\` can read another moment, not a ${node.kind}`)
    return sql`with ${this.#tables} (${{ toOperationNode: () => node }})`.toOperationNode()
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result
  }
}

const ofTable = (alias: string, column: string) => sql.ref(`${alias}.${column}`)

/** A column of the key of the row that the image `alias` belongs to. */
function imageKey(alias: string, name: string, place: 'row_id' | 'linked_id' | 'text'): RawBuilder<unknown> {
  if (place !== 'text') return ofTable(alias, place)
  return sql`coalesce(${ofTable(alias, 'row_key')}, ${ofTable(alias, 'before')}, ${ofTable(alias, 'after')}) ->> ${sql.lit(name)}`
}

/** Whether `alias` is an image of the table that was written since. */
const isImage = (alias: string, table: PastTable, { tenantId, until }: Moment) => sql`
  ${ofTable(alias, 'tenant_id')} = ${tenantId}::uuid and ${ofTable(alias, 'table_name')} = ${sql.lit(table)}
  and ${ofTable(alias, 'occurred_at')} >= ${until}::timestamptz${ofTenantOnly(table, sql`${ofTable(alias, 'row_id')} = ${tenantId}::uuid`)}`

/** Rows that are there or not, and have nothing that changes. */
const isLink = (table: PastTable): boolean => shapes[table].columns === link

const ofTenantOnly = (table: PastTable, condition: RawBuilder<unknown>) => (shapes[table].ofTenant ? sql` and ${condition}` : sql``)

/** The rows that were written since: whether each was there, by its first image, and of each column what it was before its first change. */
function since(table: PastTable, moment: Moment): RawBuilder<unknown> {
  const keys = keyOf(table, (name, place) => imageKey('i', name, place))
  return sql`${sinceName(table)} as not materialized (
    select i.tenant_id, ${named(keys)}, (array_agg(i.before is not null order by i.image_id))[1] as existed,
           jsonb_object_agg(was.key, was.value order by i.image_id desc) filter (where was.key is not null) as columns
      from public.row_image i left join lateral jsonb_each(i.before) was on true
     where ${isImage('i', table, moment)}
     group by i.tenant_id, ${sql.join(keys.map(({ value }) => value))})`
}

/** The rows that were not written since, as they are, and the others as they were. */
function past(table: PastTable, moment: Moment): RawBuilder<unknown> {
  const { columns, derived = {} } = shapes[table]
  const { tenantId, until } = moment
  const isOlder = columns.includes('created_at') ? sql` and t.created_at < ${until}::timestamptz` : sql``
  const [row, written] = [keyOf(table, (name) => ofTable('t', name)), keyOf(table, (name) => ofTable('s', name))]
  const images = keyOf(table, (name, place) => imageKey('i', name, place))
  const shown = (alias: string, [id]: Key, derivedOf: Readonly<Record<string, string>>) =>
    sql.join(
      columns.map((name) => {
        const value = known(table, name, { alias, id: id?.value ?? sql`null`, moment }) ?? sql.raw(derivedOf[name] ?? `${alias}.${name}`)
        return sql`${value} as ${sql.id(name)}`
      }),
    )
  return sql`${sql.id(table)} as not materialized (
    select t.tenant_id, ${named(row)}, ${shown('t', row, {})}
      from public.${sql.id(table)} t
     where t.tenant_id = ${tenantId}::uuid${isOlder}${ofTenantOnly(table, sql`t.level = 'Tenant'`)}
       and not exists (select from public.row_image i where ${isImage('i', table, moment)} and ${equal(images, row)})
    union all
    select s.tenant_id, ${named(written)}, ${shown('was', written, derived)}
      from ${sinceName(table)} s left join public.${sql.id(table)} t on t.tenant_id = s.tenant_id and ${equal(row, written)}
           cross join lateral jsonb_populate_record(t, s.columns) was
     where s.existed)`
}

/**
 * The links that are still there and were not made since, and those that were lost since without having been made since before.
 * One that an undo brought back has its first date, but was made since. Of a group, one index has what it gained, one what it lost.
 */
function pastLinks(table: PastTable, moment: Moment): RawBuilder<unknown> {
  const { tenantId, until } = moment
  const row = keyOf(table, (name) => ofTable('t', name))
  const [lost, gained] = ['l', 'g'].map((alias) => keyOf(table, (name, place) => imageKey(alias, name, place))) as [Key, Key]
  const isGained = (key: Key) => sql`${isImage('g', table, moment)} and g.before is null and ${equal(gained, key)}`
  return sql`${sql.id(table)} as not materialized (
    select t.tenant_id, ${named(row)}, t.created_at
      from public.${sql.id(table)} t
     where t.tenant_id = ${tenantId}::uuid and t.created_at < ${until}::timestamptz
       and not exists (select from public.row_image g where ${isGained(row)})
    union all
    select l.tenant_id, ${named(lost)}, (l.before ->> 'created_at')::timestamptz
      from public.row_image l
     where ${isImage('l', table, moment)} and l.after is null
       and not exists (select from public.row_image g where ${isGained(lost)} and g.image_id < l.image_id))`
}

type Key = { name: string; value: RawBuilder<unknown> }[]

const sinceName = (table: PastTable) => sql.id(`${table}_since`)
const keyOf = (table: PastTable, valueOf: (name: string, place: 'row_id' | 'linked_id' | 'text') => RawBuilder<unknown>): Key =>
  Object.entries(shapes[table].key).map(([name, place]) => ({ name, value: valueOf(name, place) }))
const named = (key: Key) => sql.join(key.map(({ name, value }) => sql`${value} as ${sql.id(name)}`))
const equal = (a: Key, b: Key) =>
  sql.join(
    a.map(({ value }, index) => sql`${value} = ${b[index]?.value}`),
    sql` and `,
  )

interface Place {
  /** What has what is known of the row. */
  alias: string
  id: RawBuilder<unknown>
  moment: Moment
}

/** Columns whose value at the moment isn't in the row. */
function known(table: PastTable, name: string, { alias, id, moment }: Place): RawBuilder<unknown> | undefined {
  const { tenantId, until } = moment
  const [idColumn = ''] = Object.keys(shapes[table].key)
  const column = ofTable(alias, name)
  switch (name) {
    case 'version':
      return sql`0`
    case 'locked_until':
      return sql`null::timestamptz`
    case 'last_sign_in_at':
      return sql`case when ${column} < ${until}::timestamptz then ${column} end`
    case 'updated_at':
      if (shapes[table].key[idColumn] !== 'row_id') return undefined
      return sql`greatest(${ofTable(alias, 'created_at')}, case when ${column} < ${until}::timestamptz then ${column} end, (
        select max(w.occurred_at) from public.row_image w
         where w.tenant_id = ${tenantId}::uuid and w.row_id = ${id} and w.table_name = ${sql.lit(table)} and w.occurred_at < ${until}::timestamptz))`
    case 'user_count':
      return counted('group_member', column, id, moment)
    case 'role_count':
      return counted('group_role', column, id, moment)
    default:
      return undefined
  }
}

/** How many links a group had: those that it has now, less the new ones, plus those that are gone. A link is never changed. */
const counted = (table: 'group_member' | 'group_role', now: RawBuilder<unknown>, groupId: RawBuilder<unknown>, moment: Moment) => {
  const links = (which: RawBuilder<unknown>) => sql`(
    select count(*)::int from public.row_image l where ${isImage('l', table, moment)} and l.row_id = ${groupId} and ${which})`
  return sql`coalesce(${now}, 0) - ${links(sql`l.before is null`)} + ${links(sql`l.after is null`)}`
}
