import { type RawBuilder, sql } from 'kysely'
import type { Attribute } from '../schema/attribute.ts'
import type { BoundFilter, Target } from './bind.ts'
import type { Comparison } from './parse.ts'

/** Filters as SQL conditions. Client input never becomes part of the statement: names are ours, values are parameters. */

export type Fragment = RawBuilder<unknown>

/** An attribute in the database; absent values are null. */
export interface Column {
  /** The value as shown in SCIM. */
  text: Fragment
  /** `text` in lower case, if indexed. */
  folded?: Fragment
  /** `text` as a uuid, if indexed. */
  uuid?: Fragment
  /** `text` as a timestamp. */
  moment?: Fragment
}

/** The values of a multi-valued attribute of one resource. */
export interface ColumnValues {
  /** The contents of `from`, with a `where` that joins it to the resource. */
  from: Fragment
  column(sub: Attribute | undefined): Column
  /** The order of the values. */
  order: Fragment
  /** An indexed condition on the resource that is true for at least all resources with this value. */
  having?(value: string): Fragment
}

/** Maps the attributes of a resource type to its tables. */
export interface Columns {
  single(target: Target): Column
  values(target: Target): ColumnValues
}

/** The SQL condition of a filter. */
export function filterCondition(columns: Columns, filter: BoundFilter): Fragment {
  return condition(filter, { columns, read: (target) => columns.single(target), isNegated: false })
}

interface Scope {
  columns: Columns
  read(target: Target): Column
  /** Below a `not`, a condition must be false rather than null; elsewhere null is fine and allows indexes. */
  isNegated: boolean
}

function condition(filter: BoundFilter, scope: Scope): Fragment {
  switch (filter.kind) {
    case 'and':
      return joined(filter.parts, sql` and `, scope)
    case 'or':
      return joined(filter.parts, sql` or `, scope)
    case 'not':
      return sql`(not ${condition(filter.part, { ...scope, isNegated: true })})`
    case 'constant':
      return sql`${filter.value}::boolean`
    case 'some':
      return some(filter, scope)
    case 'present':
      return present(filter.target, scope)
    case 'compare': {
      const compared = comparison(filter, scope.read(filter.target))
      return scope.isNegated ? sql`coalesce(${compared}, false)` : compared
    }
  }
}

const joined = (parts: readonly BoundFilter[], word: Fragment, scope: Scope): Fragment =>
  sql`(${sql.join(
    parts.map((part) => condition(part, scope)),
    word,
  )})`

function some({ target, part }: Extract<BoundFilter, { kind: 'some' }>, scope: Scope): Fragment {
  const values = scope.columns.values(target)
  const fulfilled = condition(part, { ...scope, read: ({ sub }) => values.column(sub) })
  const exists = sql`exists (select from ${values.from} and ${fulfilled})`
  const wanted = valueIn(part)
  return wanted === undefined || !values.having || scope.isNegated ? exists : sql`(${values.having(wanted)} and ${exists})`
}

/** The `value` that every match of the filter must have. */
function valueIn(filter: BoundFilter): string | undefined {
  if (filter.kind === 'and') return filter.parts.map(valueIn).find((value) => value !== undefined)
  const isValue = filter.kind === 'compare' && filter.op === 'eq' && filter.target.sub?.name === 'value'
  return isValue && typeof filter.value === 'string' ? filter.value : undefined
}

/** Whether a value is present (RFC 7644, table 3); for a complex attribute, whether any of its parts is. */
function present(target: Target, scope: Scope): Fragment {
  const { attribute, sub } = target
  if (attribute.multiValued && !sub) return sql`exists (select from ${scope.columns.values(target).from})`
  const parts = sub || !attribute.subAttributes ? [target] : attribute.subAttributes.map((part) => ({ ...target, sub: part }))
  return sql`(${sql.join(
    parts.map((part) => sql`${scope.read(part).text} is not null`),
    sql` or `,
  )})`
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function comparison({ target, op, value }: Extract<BoundFilter, { kind: 'compare' }>, column: Column): Fragment {
  if (value instanceof Date) return ordered(sql`${column.moment ?? column.text}`, op, sql`${value.toISOString()}::timestamptz`)
  if (typeof value === 'boolean') return ordered(column.text, op, sql`${String(value)}::text`)
  // A uuid is always lower case, so an upper-case text cannot match.
  if (column.uuid && op === 'eq' && uuid.test(value)) return sql`${column.uuid} = ${value}::uuid`
  const { caseExact } = target.sub ?? target.attribute
  const left = caseExact ? column.text : (column.folded ?? sql`lower(${column.text})`)
  const right = caseExact ? sql`${value}::text` : sql`lower(${value}::text)`
  switch (op) {
    case 'co':
      return sql`strpos(${left}, ${right}) > 0`
    case 'sw':
      return sql`starts_with(${left}, ${right})`
    case 'ew':
      return sql`right(${left}, length(${right})) = ${right}`
    case 'eq':
    case 'ne':
      return ordered(left, op, right)
    default:
      return ordered(sql`(${left}) collate "C"`, op, right)
  }
}

function ordered(left: Fragment, op: Comparison, right: Fragment): Fragment {
  switch (op) {
    case 'eq':
      return sql`${left} = ${right}`
    case 'ne':
      return sql`${left} is distinct from ${right}`
    case 'gt':
      return sql`${left} > ${right}`
    case 'ge':
      return sql`${left} >= ${right}`
    case 'lt':
      return sql`${left} < ${right}`
    case 'le':
      return sql`${left} <= ${right}`
    default:
      throw new Error(`${op} compares texts only`)
  }
}

/** The sort key; for a multi-valued attribute its primary value, or else the first (RFC 7644, section 3.4.2.3). */
export function sortExpression(columns: Columns, target: Target): Fragment {
  const { attribute, sub } = target
  if (attribute.multiValued) {
    const values = columns.values(target)
    const value = sub ?? attribute.subAttributes?.find(({ name }) => name === 'value') ?? attribute.subAttributes?.[0]
    const primary = attribute.subAttributes?.find(({ name }) => name === 'primary')
    const key = sortKey(value ?? attribute, values.column(value))
    const order = primary ? sql`(${values.column(primary).text} = 'true') desc nulls last, ${values.order}` : values.order
    return sql`(select ${key} from ${values.from} order by ${order} limit 1)`
  }
  return sortKey(sub ?? attribute, columns.single(target))
}

function sortKey({ caseExact }: Attribute, column: Column): Fragment {
  if (column.moment) return column.moment
  return column.folded ?? (caseExact ? column.text : sql`lower(${column.text})`)
}
