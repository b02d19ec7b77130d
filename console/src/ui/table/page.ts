/** A page of a list, as the contract defines it. */
export interface TablePage<Row> {
  items: Row[]
  count: number
  totalCount: number
  totalIsExact: boolean
}

/** The part of a query's result that a table uses; a `useQuery` result fits. */
export interface TableQuery<Row> {
  data: TablePage<Row> | undefined
  error: unknown
  /** Why the last attempt failed while the query retries: for network failures that last minutes (specification 1, section 4). */
  failureReason?: unknown
  isFetching: boolean
  /** The rows are still those of the previous page. */
  isPlaceholderData: boolean
  refetch: () => unknown
}
