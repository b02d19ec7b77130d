import type { Reading } from '../display/states.tsx'

/** A page of a list, as the contract defines it. */
export interface TablePage<Row> {
  items: Row[]
  count: number
  totalCount: number
  totalIsExact: boolean
}

/** The part of a query's result that a table uses; a `useQuery` result fits. */
export interface TableQuery<Row> extends Reading {
  data: TablePage<Row> | undefined
  /** The rows are still those of the previous page. */
  isPlaceholderData: boolean
}
