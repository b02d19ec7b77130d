import type { ReactNode } from 'react'
import { ErrorState, failureOf, SkeletonLines, type Reading } from './states.tsx'

interface PendingStateProps {
  /** What the part needs, all of it. */
  query: Reading | readonly Reading[]
  /** Message for the failure, used unless the server sends a better one. */
  fallback: string
  /** How many placeholder lines. */
  lines?: number
  level?: 1 | 2
  /** A placeholder of another shape, or null for none. */
  children?: ReactNode
}

/** A part of the page whose data is not there: a placeholder while it loads, or why it does not, also while that is tried again. */
export function PendingState({ query, fallback, lines, level, children }: PendingStateProps) {
  const failure = failureOf(...[query].flat())
  if (failure === undefined) return children === undefined ? <SkeletonLines count={lines} /> : children
  return <ErrorState {...failure} fallback={fallback} level={level} />
}
