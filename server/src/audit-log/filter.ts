import { type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '@steward/contract/http'
import type { exportAuditLog } from '@steward/contract/audit-log/endpoints'
import { problem } from '@steward/contract/errors'
import { type DateRangeDays, rangeStart } from '@steward/contract/rules/date-ranges'
import { literally } from '../db/like.ts'

export type AuditFilter = QueryOf<typeof exportAuditLog>

export interface Range {
  from: string | undefined
  until: string | undefined
}

const defaultDays = 7

/**
 * The range of a filter: its days, or its times.
 * @throws invalid_request
 */
export function rangeOf({ days, from, until }: AuditFilter, now: Date): Range {
  const invalid = (field: string) => problem('invalid_request', {}, { fields: [{ field: `query.${field}`, code: 'invalid_value' }] })
  if (from === undefined && until === undefined) {
    // Checked by the contract.
    return { from: rangeStart((days ?? defaultDays) as DateRangeDays, now.toISOString()), until: undefined }
  }
  if (days !== undefined) throw invalid('days')
  if (from !== undefined && until !== undefined && Date.parse(from) >= Date.parse(until)) throw invalid('until')
  return { from, until }
}

/** The filters that have an index, most selective first: one of them chooses the entries to look at. */
const indexed = [
  { key: 'entity', column: 'entity_id' },
  { key: 'actor', column: 'actor_id' },
  { key: 'category', column: 'category' },
  { key: 'type', column: 'type' },
] as const

/** A filter in two parts: `leading` is looked up in an index, `others` are compared with each entry found there. */
export interface Plan {
  range: Range
  /** Each of them has an index in the order of time. Empty: the whole log. */
  leading: RawBuilder<unknown>[]
  others: RawBuilder<unknown>[]
}

const given = (values: readonly string[] | undefined): values is readonly string[] => values !== undefined && values.length > 0

export function planOf(filter: AuditFilter, now: Date): Plan {
  const used = indexed.find(({ key }) => given(filter[key]))
  const others: RawBuilder<unknown>[] = []
  for (const { key, column } of indexed) {
    const values = filter[key]
    if (given(values) && key !== used?.key) others.push(sql`${sql.ref(column)} = any(${values}::text[])`)
  }
  if (given(filter.field)) others.push(sql`field_name = any(${filter.field}::text[])`)
  if (filter.search) {
    const pattern = `%${literally(filter.search)}%`
    others.push(sql`(entity_name ilike ${pattern} or actor_name ilike ${pattern} or current_value ilike ${pattern}
      or previous_value ilike ${pattern} or entity_id = ${filter.search} or request_id = ${filter.search})`)
  }
  const leading = used ? [...new Set(filter[used.key])].map((value) => sql`${sql.ref(used.column)} = ${value}`) : []
  return { range: rangeOf(filter, now), leading, others }
}

/** The conditions of a range on `occurred_at`. */
export function within({ from, until }: Range): RawBuilder<unknown>[] {
  return [
    ...(from === undefined ? [] : [sql`occurred_at >= ${from}::timestamptz`]),
    ...(until === undefined ? [] : [sql`occurred_at < ${until}::timestamptz`]),
  ]
}
