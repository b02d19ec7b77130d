import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { EmptyState, ErrorState } from '../display/states.tsx'
import { Button } from '../form/Button.tsx'
import type { TableQuery } from './page.ts'

export interface NoRowsProps {
  query: TableQuery<unknown>
  /** Message when the list can't be loaded. */
  errorFallback: string
  /** Leads back from a page after the last; absent on the first page. */
  onFirstPage: (() => void) | undefined
  isFiltered: boolean | undefined
  onClearFilters: (() => void) | undefined
  /** Shown when nothing exists yet. */
  empty: ReactNode
}

/** Why a table has no rows: it failed, the page is gone, nothing matches, or nothing exists. */
export function NoRows({ query, errorFallback, onFirstPage, isFiltered, onClearFilters, empty }: NoRowsProps) {
  const failure = query.error ?? query.failureReason
  // The query waits between its own attempts; the button tries right away.
  if (failure)
    return (
      <ErrorState
        error={failure}
        fallback={errorFallback}
        onRetry={() => query.refetch()}
        retrying={query.isFetching && !query.failureReason}
      />
    )
  if (onFirstPage) return <EmptyState title={m.ui_page_gone()} actions={<Button onClick={onFirstPage}>{m.ui_page_first()}</Button>} />
  if (isFiltered)
    return (
      <EmptyState
        title={m.ui_no_matches()}
        actions={onClearFilters ? <Button onClick={onClearFilters}>{m.ui_filters_clear()}</Button> : undefined}
      >
        {m.ui_no_matches_text()}
      </EmptyState>
    )
  return empty
}
