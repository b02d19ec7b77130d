import { bulkLimits } from './discovery.ts'
import { ScimError, invalid } from './error.ts'
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
  if (!isObject(body)) throw invalid('invalidSyntax', 'The body is no JSON object.')
  const { Operations: listed, failOnErrors } = body
  if (!Array.isArray(listed)) throw invalid('invalidSyntax', 'Operations is a list.')
  if (listed.length > bulkLimits.maxOperations) {
    throw new ScimError(413, `The size of the bulk operation exceeds the maxOperations (${bulkLimits.maxOperations}).`)
  }
  if (failOnErrors !== undefined && failOnErrors !== null && (!Number.isInteger(failOnErrors) || Number(failOnErrors) < 1)) {
    throw invalid('invalidValue', 'failOnErrors is a whole number from 1.')
  }
  const operations = listed.map(readOperation)
  const ids = operations.flatMap(({ bulkId }) => bulkId ?? [])
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw invalid('invalidValue', `The bulkId "${twice}" stands at two operations.`)
  return { failOnErrors: typeof failOnErrors === 'number' ? failOnErrors : undefined, operations }
}

function readOperation(operation: Json, index: number): BulkOperation {
  if (!isObject(operation)) throw invalid('invalidSyntax', `Operation ${index} is no object.`)
  const { method, bulkId, version, path, data } = operation
  const word = typeof method === 'string' ? method.toUpperCase() : ''
  if (!isMethod(word)) throw invalid('invalidValue', `The method of operation ${index} is none of POST, PUT, PATCH and DELETE.`)
  if (typeof path !== 'string' || !path.startsWith('/')) throw invalid('invalidValue', `Operation ${index} needs a path such as /Users.`)
  if (word === 'POST' && (typeof bulkId !== 'string' || bulkId === '')) throw invalid('invalidValue', `Operation ${index} needs a bulkId.`)
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
export const unresolved = (bulkId: string): ScimError =>
  invalid('invalidValue', `The bulkId "${bulkId.slice(0, 100)}" names no resource that was created.`)
