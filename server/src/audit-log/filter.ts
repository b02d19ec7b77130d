import { type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '@steward/contract/http'
import type { exportAuditLog } from '@steward/contract/audit-log/endpoints'
import { literally } from '../db/like.ts'
import type { Plan } from '../db/log-slice.ts'
import { rangeOf } from '../http/log-paging.ts'

export type AuditFilter = QueryOf<typeof exportAuditLog>

/** The filters that have an index, most selective first: one of them chooses the entries to look at. */
const indexed = [
  { key: 'entity', column: 'entity_id' },
  { key: 'actor', column: 'actor_id' },
  { key: 'category', column: 'category' },
  { key: 'type', column: 'type' },
] as const

const given = (values: readonly string[] | undefined): values is readonly string[] => values !== undefined && values.length > 0

export function planOf(filter: AuditFilter, now: Date, keptSince?: Date): Plan {
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
  return { range: rangeOf(filter, now, keptSince), leading, others }
}
