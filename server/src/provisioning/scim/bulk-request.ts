import { bulkLimits } from './discovery.ts'
import { type ScimError, invalid, refuse } from './error.ts'
import { type Json, isObject } from './json.ts'
import type { ScimMethod, ScimRequest } from './types.ts'
import type { SingleOptions } from './run.ts'

/** The body of a Bulk request (RFC 7644, section 3.7), its operations, and how their bulkIds are resolved. */

const methods = new Set<string>(['POST', 'PUT', 'PATCH', 'DELETE'])

/** An operation of a Bulk request. */
export interface BulkOperation {
  index: number
  method: Exclude<ScimMethod, 'GET'>
  bulkId: string | undefined
  version: string | undefined
  path: string
  data: unknown
  /** The bulkIds that it refers to. */
  needs: string[]
}

export interface BulkRequest {
  failOnErrors: number | undefined
  operations: BulkOperation[]
}

const reference = /^bulkId:(.+)$/i
export const inPath = /\/bulkId:([^/]+)/i

/** Parses a Bulk request. @throws ScimError invalidSyntax, invalidValue; 413 beyond the limit of operations */
export function readBulk(body: unknown): BulkRequest {
  if (!isObject(body)) throw invalid('invalidSyntax', 'body_not_object', {})
  const { Operations: listed, failOnErrors } = body
  if (!Array.isArray(listed)) throw invalid('invalidSyntax', 'list_expected', { path: 'Operations' })
  if (listed.length > bulkLimits.maxOperations) {
    throw refuse(413, 'bulk_operations_exceeded', { maximum: bulkLimits.maxOperations })
  }
  if (failOnErrors !== undefined && failOnErrors !== null && (!Number.isInteger(failOnErrors) || Number(failOnErrors) < 1)) {
    throw invalid('invalidValue', 'number_expected', { path: 'failOnErrors' })
  }
  const operations = listed.map(readOperation)
  const ids = operations.flatMap(({ bulkId }) => bulkId ?? [])
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw invalid('invalidValue', 'bulk_id_twice', { bulkId: twice.slice(0, 100) })
  return { failOnErrors: typeof failOnErrors === 'number' ? failOnErrors : undefined, operations }
}

function readOperation(operation: Json, index: number): BulkOperation {
  const place = `Operations[${index}]`
  if (!isObject(operation)) throw invalid('invalidSyntax', 'object_expected', { path: place })
  const { method, bulkId, version, path, data } = operation
  const word = typeof method === 'string' ? method.toUpperCase() : ''
  if (!isMethod(word)) throw invalid('invalidValue', 'choice_expected', { path: `${place}.method`, choices: [...methods].join(', ') })
  if (typeof path !== 'string' || !path.startsWith('/')) throw invalid('invalidValue', 'path_expected', { path: `${place}.path` })
  if (word === 'POST' && (typeof bulkId !== 'string' || bulkId === ''))
    throw invalid('invalidValue', 'required', { path: `${place}.bulkId` })
  return {
    index,
    method: word,
    bulkId: typeof bulkId === 'string' && bulkId !== '' ? bulkId : undefined,
    version: typeof version === 'string' ? version : undefined,
    path,
    data: data ?? undefined,
    needs: [...new Set([...referencesIn(data), ...(inPath.exec(path)?.slice(1) ?? [])])],
  }
}

const isMethod = (word: string): word is BulkOperation['method'] => methods.has(word)

function referencesIn(value: unknown): string[] {
  if (typeof value === 'string') return reference.exec(value)?.slice(1) ?? []
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  return isObject(value) ? Object.values(value).flatMap(referencesIn) : []
}

/** Replaces references by ids; an unresolved reference stays or is left out. */
function resolved(value: Json, ids: ReadonlyMap<string, string>, unknown: 'stays' | 'goes'): Json {
  if (typeof value === 'string') {
    const [, id] = reference.exec(value) ?? []
    if (id === undefined) return value
    return ids.get(id) ?? (unknown === 'goes' ? null : value)
  }
  if (Array.isArray(value)) return value.map((entry) => resolved(entry, ids, unknown))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolved(member, ids, unknown)]))
}

/** The position of an operation in its Bulk request, for the log. */
export const placeOf = ({ index, bulkId }: BulkOperation): NonNullable<SingleOptions['bulk']> => ({
  index,
  ...(bulkId === undefined ? {} : { bulkId }),
})

/** An operation as a separate request. @param unknown what to do with references that are not in `ids` */
export function requestOf(
  { method, path, data, version, needs }: BulkOperation,
  ids: ReadonlyMap<string, string>,
  unknown: 'stays' | 'goes' = 'stays',
): ScimRequest {
  const [below = '', parameters = ''] = path.replace(inPath, (_all, id: string) => `/${ids.get(id) ?? id}`).split('?')
  return {
    method,
    path: below,
    query: Object.fromEntries(new URLSearchParams(parameters)),
    // The data of a Bulk request is JSON.
    body: needs.length === 0 || data === undefined ? data : resolved(data as Json, ids, unknown),
    ...(version === undefined ? {} : { ifMatch: version }),
  }
}

/** The error for an operation that refers to a resource that was not created. */
export const unresolved = (bulkId: string): ScimError => invalid('invalidValue', 'bulk_id_unresolved', { bulkId: bulkId.slice(0, 100) })
