import { useEffect, useRef, type RefObject } from 'react'
import { exactTime } from '../../i18n/time.ts'

/**
 * Text that is cut shows whole in a native tooltip, and a time shows the exact moment. Decided when the pointer arrives, for
 * all cells in one place: only the layout knows what is cut, and asking it for each cell while rendering would be slow.
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
      // A name is cut by its link, anything else by its cell.
      const cut = cell.querySelector(':scope > a') ?? cell
      if (cut.scrollWidth > cut.clientWidth) cell.title = cell.innerText
      else cell.removeAttribute('title')
    }
    document.addEventListener('pointerover', over, { passive: true })
    return () => document.removeEventListener('pointerover', over)
  }, [])
  return body
}
