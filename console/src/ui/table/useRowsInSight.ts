import { useElementScrollRestoration } from '@tanstack/react-router'
import { startTransition, useEffect, useState } from 'react'
import { usePreferences, type Density } from '../../theme/preferences.ts'
import { afterPaint } from './afterPaint.ts'

/** Minimum height above the first row of any list: top bar, title, toolbar and table header. */
const aboveRowsPx = 200
/** Minimum row height: `--row` of each density, or a card with three lines. */
const rowPx = { comfortable: 44, compact: 36, card: 100 }

export interface RowsInSight {
  /** How many rows to render now. */
  count: number
  /** Estimated height of the remaining rows. */
  restPx: number
}

/**
 * Renders the rows that fit the window in the first frame and the others after it, because a navigation takes as long as what
 * it renders (docs/adr/021). Renders all rows when returning to a position further down the page.
 */
export function useRowsInSight(total: number, isCard: boolean, ofView: Density | undefined): RowsInSight {
  const position = useElementScrollRestoration({ getElement: () => window })
  const [isPainted, setIsPainted] = useState((position?.scrollY ?? 0) > 0)
  useEffect(() => afterPaint(() => startTransition(() => setIsPainted(true))), [])
  const { density } = usePreferences()
  const height = rowPx[isCard ? 'card' : (ofView ?? density)]
  const count = isPainted ? total : Math.min(total, Math.ceil((window.innerHeight - aboveRowsPx) / height))
  return { count, restPx: (total - count) * height }
}
