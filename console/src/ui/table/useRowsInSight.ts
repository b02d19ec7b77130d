import { useElementScrollRestoration } from '@tanstack/react-router'
import { startTransition, useEffect, useState } from 'react'
import { usePreferences } from '../../theme/preferences.ts'
import { afterPaint } from './afterPaint.ts'

/** What stands above the first row of any list at least: top bar, title, toolbar and the table's head. */
const aboveRowsPx = 200
/** How high a row is at least: `--row` of each density, or a card with three lines. */
const rowPx = { comfortable: 44, compact: 36, card: 100 }

export interface RowsInSight {
  /** How many rows are rendered now. */
  count: number
  /** How high the others will be, about. */
  restPx: number
}

/**
 * The first frame of a page has the rows that fit the window, and the others follow it: a change of route takes as long as
 * what it shows (docs/adr/021). All at once where somebody comes back to a place further down the page.
 */
export function useRowsInSight(total: number, isCard: boolean): RowsInSight {
  const position = useElementScrollRestoration({ getElement: () => window })
  const [isPainted, setIsPainted] = useState((position?.scrollY ?? 0) > 0)
  useEffect(() => afterPaint(() => startTransition(() => setIsPainted(true))), [])
  const { density } = usePreferences()
  const height = rowPx[isCard ? 'card' : density]
  const count = isPainted ? total : Math.min(total, Math.ceil((window.innerHeight - aboveRowsPx) / height))
  return { count, restPx: (total - count) * height }
}
