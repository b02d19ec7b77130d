import { problem } from '@steward/contract/errors'
import type { QueryOf } from '@steward/contract/http'
import type { JobSort } from '@steward/contract/jobs/constants'
import type { listJobs } from '@steward/contract/jobs/endpoints'
import type { Position } from '../db/log-slice.ts'

/** Columns with an index in the order of their values and, for each value, of time. */
export type SortColumn = 'operation' | 'status' | 'created_by' | 'reason' | 'resource_group_id' | 'product_code'

const columns: Record<Exclude<JobSort, 'createdAt'>, SortColumn> = {
  operation: 'operation',
  status: 'status',
  createdBy: 'created_by',
  reason: 'reason',
  resourceGroupName: 'resource_group_id',
  productName: 'product_code',
}

export interface JobOrder {
  /** Undefined for the order of time. */
  column: SortColumn | undefined
  isDescending: boolean
}

type ListQuery = QueryOf<typeof listJobs>

export function orderOf({ sort, sortOrder }: Pick<ListQuery, 'sort' | 'sortOrder'>): JobOrder {
  // The enum of the contract has each field with and without the sign.
  const field = sort.replace(/^-/, '') as JobSort
  return {
    column: field === 'createdAt' ? undefined : columns[field],
    isDescending: sortOrder === undefined ? sort.startsWith('-') : sortOrder === 'desc',
  }
}

/** A position in the list by a column. */
export interface SortedPosition extends Position {
  /** Null for jobs without a resource group. */
  value: string | null
}

export interface SortedPage {
  from: SortedPosition | undefined
  /** Towards the beginning of the list. */
  isBackward: boolean
  limit: number
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/
const jobId = /^[A-Za-z0-9][\w.:-]{0,99}$/
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export const sortedCursorOf = (column: SortColumn, { value, at, id }: SortedPosition): string =>
  Buffer.from(JSON.stringify([column, value, at, id])).toString('base64url')

function readSortedCursor(column: SortColumn, cursor: string): SortedPosition | undefined {
  const parts = partsOf(cursor)
  if (!Array.isArray(parts) || parts.length !== 4) return undefined
  const [of, value, at, id]: unknown[] = parts
  if (of !== column || typeof at !== 'string' || !time.test(at) || Number.isNaN(Date.parse(at))) return undefined
  if (typeof id !== 'string' || !jobId.test(id)) return undefined
  if (column === 'resource_group_id' && value === null) return { value, at, id }
  if (typeof value !== 'string' || value.includes('\0') || (column === 'resource_group_id' && !uuid.test(value))) return undefined
  return { value, at, id }
}

function partsOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    // Not a position.
    return undefined
  }
}

/** @throws invalid_request */
export function sortedPageOf(column: SortColumn, { before, after, limit }: Pick<ListQuery, 'before' | 'after' | 'limit'>): SortedPage {
  const invalid = (field: string) => problem('invalid_request', {}, { fields: [{ field: `query.${field}`, code: 'invalid_value' }] })
  if (before !== undefined && after !== undefined) throw invalid('after')
  const cursor = before ?? after
  const isBackward = after !== undefined
  if (cursor === undefined) return { from: undefined, isBackward, limit }
  const from = readSortedCursor(column, cursor)
  if (from === undefined) throw invalid(isBackward ? 'after' : 'before')
  return { from, isBackward, limit }
}
