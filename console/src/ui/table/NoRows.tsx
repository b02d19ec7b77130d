import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { EmptyState, ErrorState, failureOf } from '../display/states.tsx'
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
  const failure = failureOf(query)
  if (failure) return <ErrorState {...failure} fallback={errorFallback} />
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
