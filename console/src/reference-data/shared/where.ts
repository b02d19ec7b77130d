import { pageQuery, type TableSearch } from '../../ui/table/search.ts'
import type { ListSearch } from './search.ts'

/** A text in the `where` language: quotes are doubled. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** One of the fields contains the text, in any case. */
const contains = (fields: readonly string[], text: string): string =>
  `(${fields.map((field) => `${field} LIKE ${quoted(`*${text}*`)}`).join(' OR ')})`

/** Each word of a text is in one of the fields, in any case. */
export const containing = (fields: readonly string[], text: string): string =>
  text
    .slice(0, 100)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8)
    .map((word) => contains(fields, word))
    .join(' AND ')

/** The search text and the status filter of a list as a condition; undefined without both. */
export function whereOf(fields: readonly string[], { q, status }: ListSearch): string | undefined {
  const conditions = [
    ...(q === undefined ? [] : [contains(fields, q)]),
    ...(status === undefined ? [] : [`isActive = ${status === 'active'}`]),
  ]
  return conditions.length === 0 ? undefined : conditions.join(' AND ')
}

/** The sort of a list as the tables of reference data take it. */
export function orderOf<const S extends string>(sort: string | undefined, sorts: readonly S[], fallback: NoInfer<S>) {
  const field = sorts.find((known) => known === sort?.replace(/^-/, ''))
  return { sort: field ?? fallback, sortOrder: field !== undefined && sort?.startsWith('-') ? 'desc' : 'asc' } as const
}

/** The page of a list as the tables of reference data take it. */
export function windowOf(search: TableSearch): { limit: number; offset: number } {
  const { limit, offset } = pageQuery(search)
  return { limit, offset }
}
