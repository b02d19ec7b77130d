import { useEffect, useRef, type RefObject } from 'react'
import { exactTime } from '../../i18n/time.ts'

/**
 * Shows truncated text, or the exact time, in a native tooltip. Decided on hover, for all cells in one place: only the layout
 * knows which text is truncated, and measuring every cell while rendering would be slow.
 */
export function useCellTitles(): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    const over = (event: PointerEvent) => {
      const cell = event.target instanceof Element ? event.target.closest('td') : null
      if (cell === null || !body.current?.contains(cell)) return
      const time = cell.querySelector('time')
      if (time) time.title = exactTime(time.dateTime)
      if (cell.querySelector('[title]')) return
      // A name is truncated by its link, anything else by its cell.
      const cut = cell.querySelector(':scope > a') ?? cell
      if (cut.scrollWidth > cut.clientWidth) cell.title = cell.innerText
      else cell.removeAttribute('title')
    }
    document.addEventListener('pointerover', over, { passive: true })
    return () => document.removeEventListener('pointerover', over)
  }, [])
  return body
}
