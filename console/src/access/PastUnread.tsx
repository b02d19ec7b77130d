import { m } from '@steward/contract/paraglide/messages'
import { isGone } from '../api/problem.ts'
import { EmptyState, ErrorState, SkeletonLines } from '../ui/display/states.tsx'
import { tooOldText } from './tooOldText.ts'

export interface ReadQuery {
  data: unknown
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/** In place of what a query of another moment has not answered. */
export function PastUnread({ query }: { query: ReadQuery }) {
  if (query.error === null) return <SkeletonLines count={6} />
  if (isGone(query.error)) return <EmptyState title={m.access_as_of_gone_title()}>{m.access_as_of_gone_text()}</EmptyState>
  const tooOld = tooOldText(query.error)
  if (tooOld !== undefined) return <EmptyState title={tooOld} />
  return (
    <ErrorState error={query.error} fallback={m.access_as_of_error()} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  )
}
