import { type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '@steward/contract/http'
import { changeTypes } from '@steward/contract/audit-log/constants'
import type { exportAuditLog } from '@steward/contract/audit-log/endpoints'
import type { Level } from '../db/log-runs.ts'
import type { Plan } from '../db/log-slice.ts'
import { rangeOf } from '../http/log-paging.ts'

export type AuditFilter = QueryOf<typeof exportAuditLog>

const given = (values: readonly string[] | undefined): readonly string[] | undefined =>
  values !== undefined && values.length > 0 ? values : undefined

/** The filters whose values the indexes have in this order before the time (docs/adr/032). */
function levelsOf({ actor, category, type, field }: Pick<AuditFilter, 'actor' | 'category' | 'type' | 'field'>): Level[] {
  const level = (column: string, values: readonly string[] | undefined): Level => ({ column, type: 'text', values: given(values) })
  return [
    ...(given(actor) ? [level('actor_id', actor)] : []),
    level('category', category),
    level('type', given(type) ?? changeTypes),
    level('field_name', field),
  ]
}

/** Of the index with the changes of some kinds of entities. */
export const levelsOfCategories = (category: string[]): Level[] => levelsOf({ category })

export function planOf(filter: AuditFilter, now: Date, keptSince?: Date): Plan {
  const range = rangeOf(filter, now, keptSince)
  const isAny = (column: string, values: readonly string[]) => sql`${sql.ref(column)} = any(${values}::text[])`
  const { actor, category, type, field } = filter
  const columns = Object.entries({ actor_id: actor, category, type, field_name: field })
  const kinds = columns.flatMap(([column, values]) => (given(values) ? [isAny(column, values ?? [])] : []))
  const text = searched(filter.search)
  const entities = given(filter.entity)
  if (entities) {
    const leading = [...new Set(entities)].map((entity) => sql`entity_id = ${entity}`)
    return { range, leading, others: [...kinds, ...text] }
  }
  if (kinds.length === 0) return { range, leading: [], others: text }
  return { range, leading: [sql`(${sql.join(kinds, sql` and `)})`], others: text, levels: levelsOf(filter) }
}

/** Lowers the case of one text for each entry, where `ilike` would do it for each column and for the pattern. */
function searched(search: string | undefined): RawBuilder<unknown>[] {
  if (!search) return []
  const text = sql`concat_ws(e'\\n', entity_name, actor_name, current_value, previous_value)`
  return [sql`(strpos(lower(${text}), lower(${search})) > 0 or entity_id = ${search} or request_id = ${search})`]
}
