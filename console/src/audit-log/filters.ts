import { logPageQuery } from '../ui/table/logPage.ts'
import type { AuditSearch } from './search.ts'

/** A change that clears search and filters, and keeps the range. */
export const noFilters = {
  q: undefined,
  actor: undefined,
  type: undefined,
  category: undefined,
  entity: undefined,
  field: undefined,
} satisfies Partial<AuditSearch>

export const isFiltered = ({ q, actor, type, category, entity, field }: AuditSearch): boolean =>
  [q, actor, type, category, entity, field].some((filter) => filter !== undefined)

/** The filters and the range, also for the export. */
export const filterQuery = ({ days, from, until, actor, type, category, entity, field, q }: AuditSearch) => ({
  days,
  from,
  until,
  actor,
  type,
  category,
  entity,
  field,
  search: q,
})

/** The list call for a URL. */
export const listInput = (search: AuditSearch) => ({ ...filterQuery(search), ...logPageQuery(search) })

/** The list call of an archived month. */
export function archivedInput({ actor, type, category, entity, field, q, ...search }: AuditSearch) {
  return { actor, type, category, entity, field, search: q, ...logPageQuery(search) }
}
