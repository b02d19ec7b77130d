import { invalid } from './error.ts'
import { bindFilter } from './filter/bind.ts'
import { parseFilter } from './filter/parse.ts'
import { type Columns, type Fragment, filterCondition, sortExpression } from './filter/sql.ts'
import { type JsonObject, isObject } from './json.ts'
import { type Projection, projectionOf } from './projection.ts'
import { resolvePath } from './schema/resolve.ts'
import type { ResourceType } from './schema/schemas.ts'
import { sql } from 'kysely'

/** The parameters of a list (RFC 7644, section 3.4.2), from a query or from the body of `.search`. */
export interface ListRequest {
  filter: string | undefined
  sortBy: string | undefined
  isDescending: boolean
  /** One-based. */
  startIndex: number
  count: number
  projection: Projection
}

/** A list request checked against the schema, ready for the database. */
export interface PageQuery {
  condition: Fragment | undefined
  order: Fragment | undefined
  offset: number
  limit: number
}

export interface Page<Row> {
  rows: Row[]
  total: number
}

/** The most resources in one response; announced in ServiceProviderConfig. */
export const mostResults = 1_000
const usualResults = 100

type Given = Readonly<Record<string, unknown>>

/** @throws ScimError invalidValue, invalidFilter */
export function readListRequest(type: ResourceType, given: Given): ListRequest {
  const sortOrder = textIn(given, 'sortOrder')?.toLowerCase()
  if (sortOrder !== undefined && sortOrder !== 'ascending' && sortOrder !== 'descending') {
    throw invalid('invalidValue', 'choice_expected', { path: 'sortOrder', choices: 'ascending, descending' })
  }
  return {
    filter: textIn(given, 'filter'),
    sortBy: textIn(given, 'sortBy'),
    isDescending: sortOrder === 'descending',
    startIndex: Math.max(1, numberIn(given, 'startIndex') ?? 1),
    count: Math.min(mostResults, Math.max(0, numberIn(given, 'count') ?? usualResults)),
    projection: projectionIn(type, given),
  }
}

/** Parses the body of `.search`. @throws ScimError invalidSyntax */
export function searchRequest(body: unknown): Given {
  if (!isObject(body)) throw invalid('invalidSyntax', 'body_not_object', {})
  return body
}

/** `attributes` and `excludedAttributes`. */
export const projectionIn = (type: ResourceType, given: Given): Projection =>
  projectionOf(type, namesIn(given, 'attributes'), namesIn(given, 'excludedAttributes'))

/**
 * @param others The other types in the same list: an attribute that only they have is absent here.
 * @throws ScimError invalidFilter; invalidPath for an attribute that cannot be sorted by
 */
export function pageQuery(type: ResourceType, columns: Columns, request: ListRequest, others: readonly ResourceType[] = []): PageQuery {
  const { filter, sortBy, isDescending, startIndex, count } = request
  const isForeign = sortBy !== undefined && !resolvePath(type, sortBy) && others.some((other) => resolvePath(other, sortBy))
  return {
    condition: filter === undefined ? undefined : filterCondition(columns, bindFilter(type, parseFilter(filter), others)),
    order: sortBy === undefined || isForeign ? undefined : orderBy(type, columns, sortBy, isDescending),
    offset: startIndex - 1,
    limit: count,
  }
}

/** Nulls come last in ascending order and first in descending (RFC 7644, section 3.4.2.3), which is PostgreSQL's default. */
function orderBy(type: ResourceType, columns: Columns, sortBy: string, isDescending: boolean): Fragment {
  const target = resolvePath(type, sortBy)
  if (!target) throw invalid('invalidPath', 'attribute_unknown', { type: type.name, attribute: sortBy.slice(0, 200) })
  const { attribute, sub } = target
  if (attribute.subAttributes && !attribute.multiValued && !sub)
    throw invalid('invalidPath', 'sub_attribute_missing', { attribute: attribute.name })
  return sql`${sortExpression(columns, target)} ${sql.raw(isDescending ? 'desc' : 'asc')}`
}

/** The response to a list request (RFC 7644, section 3.4.2). */
export const listResponse = (total: number, startIndex: number, resources: JsonObject[]): JsonObject => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

function textIn(given: Given, name: string): string | undefined {
  const value = given[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw invalid('invalidValue', 'text_expected', { path: name })
  return value
}

function numberIn(given: Given, name: string): number | undefined {
  const value = given[name]
  if (value === undefined || value === null || value === '') return undefined
  if (!/^[+-]?\d+$/.test(String(value))) throw invalid('invalidValue', 'number_expected', { path: name })
  return Math.min(Number.MAX_SAFE_INTEGER, Number(value))
}

/** Comma-separated in a query, a list in a body. */
function namesIn(given: Given, name: string): string[] {
  const value = given[name]
  if (value === undefined || value === null) return []
  const names = typeof value === 'string' ? value.split(',') : value
  if (!Array.isArray(names) || names.some((entry) => typeof entry !== 'string'))
    throw invalid('invalidValue', 'list_expected', { path: name })
  return names.map(String).filter((entry) => entry.trim() !== '')
}
