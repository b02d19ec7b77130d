import { cloneElement, type ReactElement } from 'react'

type Side = 'top' | 'right' | 'bottom' | 'left'

export interface TooltipProps {
  /** Without a text, the element is not marked. */
  text: string | undefined
  side?: Side
  /** Delay before it shows on hover, if not the default. */
  delayMs?: number | undefined
  /** One focusable element that keeps its own accessible name and passes on `data-` attributes. */
  children: ReactElement
}

/**
 * Marks an element with text that shows on hover and keyboard focus. One layer shows it for the whole page: a table has
 * hundreds of marked elements, and a tooltip component for each would cost more than the table.
 */
export function Tooltip({ text, side = 'top', delayMs, children }: TooltipProps) {
  if (text === undefined) return children
  return cloneElement(children, { 'data-tooltip': text, 'data-tooltip-side': side, 'data-tooltip-delay': delayMs } as object)
}
