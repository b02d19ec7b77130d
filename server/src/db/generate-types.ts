import type { Db } from './pool.ts'

/** Tables that only triggers write. */
const DERIVED = new Set(['administrator_guard', 'row_count', 'user_move', 'user_search_key', 'user_search_word'])

const TYPES: Readonly<Record<string, string>> = {
  bigint: 'number',
  'bigint[]': 'number[]',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  numeric: 'string',
  'double precision': 'number',
  inet: 'string',
  integer: 'number',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  uuid: 'string',
  'uuid[]': 'string[]',
  xid8: 'string',
}

/**
 * `is_key`: part of the primary key, unless a foreign key allows it to change. `is_fixed`: requests can only update other
 * columns of the table. `is_versioned`: a trigger maintains the version of the row. `choices`: the constraint that lists its
 * values.
 */
const COLUMNS = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, not a.attnotnull as is_null,
         d.adbin is not null as has_default, a.attgenerated <> '' or a.attidentity = 'a' as is_generated,
         coalesce(a.attnum = any (p.conkey), false) and not exists (
           select from pg_constraint f where f.contype = 'f' and f.confupdtype = 'c'
              and (f.confrelid = c.oid and a.attnum = any (f.confkey) or f.conrelid = c.oid and a.attnum = any (f.conkey))
              and a.attname <> 'tenant_id') as is_key,
         has_any_column_privilege('steward_app', c.oid, 'update') and has_any_column_privilege('steward_app', c.oid, 'insert')
           and not has_column_privilege('steward_app', c.oid, a.attnum, 'update') as is_fixed,
         exists (select from pg_trigger where tgrelid = c.oid and tgfoid = 'bump_version'::regproc) as is_versioned,
         (select substring(pg_get_constraintdef(k.oid) from format('^CHECK \\(\\(%s = ANY \\(ARRAY\\[(.*)\\]\\)\\)\\)$', a.attname))
            from pg_constraint k
           where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~ '= ANY \\(ARRAY\\[' limit 1) as choices
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
         left join pg_constraint p on p.conrelid = c.oid and p.contype = 'p'
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migration'
   order by c.relname, a.attnum`

interface Column {
  table: string
  column: string
  type: string
  is_null: boolean
  has_default: boolean
  is_generated: boolean
  is_key: boolean
  is_fixed: boolean
  is_versioned: boolean
  choices: string | null
}

const HEADER = `// Written by generate-types.ts from the database: vitest --update server/src/db/schema.test.ts writes it.
import type { ColumnType, Generated } from 'kysely'

/** A column that only the database writes. */
type Kept<T> = ColumnType<T, never, never>
/** A column that is never updated: given on insert. */
type Key<T> = ColumnType<T, T, never>
/** A column that is never updated: given on insert, or left to its default. */
type GeneratedKey<T> = ColumnType<T, T | undefined, never>
type MomentKey = ColumnType<Date, Date | string, never>
type Created = ColumnType<Date, Date | string | undefined, never>
type Moment = ColumnType<Date, Date | string, Date | string>
type GeneratedMoment = ColumnType<Date, Date | string | undefined, Date | string>
type OptionalMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Json = ColumnType<unknown, string, string>
type GeneratedJson = ColumnType<unknown, string | undefined, string>
type OptionalJson = ColumnType<unknown, string | null | undefined, string | null>
`

/** The TypeScript types of every table, from the catalogs: the content of `types.gen.ts`. */
export async function generateTypes(db: Db): Promise<string> {
  const client = await db.connect()
  try {
    const { rows } = await client.query<Column>(COLUMNS)
    const tables = Map.groupBy(rows, ({ table }) => table)
    const interfaces = [...tables].map(
      ([table, columns]) =>
        `export interface ${interfaceOf(table)} {\n${columns.map((column) => `  ${column.column}: ${typeOf(column)}\n`).join('')}}\n`,
    )
    const all = [...tables.keys()].map((table) => `  ${table}: ${interfaceOf(table)}\n`)
    return [HEADER, ...interfaces, `export interface Tables {\n${all.join('')}}\n`].join('\n')
  } finally {
    await client.end()
  }
}

/** 'app_user' as 'AppUserTable'. */
function interfaceOf(table: string): string {
  return `${table.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Table`
}

function typeOf(column: Column): string {
  const isKept =
    column.is_generated ||
    DERIVED.has(column.table) ||
    column.type === 'xid8' ||
    (column.is_versioned && column.column === 'updated_at') ||
    (column.is_fixed && ['updated_at', 'user_count', 'role_count'].includes(column.column))
  const isFixed = column.is_key || column.is_fixed || column.column === 'created_at' || (column.is_versioned && column.column === 'version')
  const isMoment = column.type === 'timestamp with time zone'
  if (isMoment && !isKept) {
    if (column.is_null) return 'OptionalMoment'
    if (isFixed) return column.has_default ? 'Created' : 'MomentKey'
    return column.has_default ? 'GeneratedMoment' : 'Moment'
  }
  if (column.type === 'jsonb' && !isKept) {
    if (column.is_null) return 'OptionalJson'
    return column.has_default ? 'GeneratedJson' : 'Json'
  }
  const value = isMoment
    ? 'Date'
    : column.choices === null
      ? TYPES[column.type]
      : column.choices.replaceAll('::text', '').replaceAll(', ', ' | ')
  if (value === undefined) throw new Error(`No TypeScript type for ${column.type} of ${column.table}.${column.column}`)
  const type = column.is_null ? `${value} | null` : value
  if (isKept) return `Kept<${type}>`
  if (isFixed) return column.has_default ? `GeneratedKey<${type}>` : `Key<${type}>`
  return column.has_default ? `Generated<${type}>` : type
}
