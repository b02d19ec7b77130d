import { useCallback, useEffect, useRef, useState } from 'react'
import { onDeselect } from './deselect.ts'

export interface RowSelection {
  /** Ids, including rows on other pages. */
  ids: ReadonlySet<string>
  /** `extend`: also selects all rows between this one and the last one toggled, in display order. */
  toggle: (id: string, checked: boolean, extend: boolean) => void
  toggleAll: (ids: readonly string[], checked: boolean) => void
  clear: () => void
}

/** The selected rows of a table. `shown` are the ids on the page, from the top. */
export function useSelection(shown: readonly string[]): RowSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string>(undefined)
  const change = useCallback((changed: readonly string[], checked: boolean) => {
    setIds((previous) => {
      const next = new Set(previous)
      for (const id of changed)
        if (checked) next.add(id)
        else next.delete(id)
      return next
    })
  }, [])
  useEffect(() => onDeselect((gone) => change(gone, false)), [change])
  return {
    ids,
    toggle: (id, checked, extend) => {
      const from = extend && anchor.current !== undefined ? shown.indexOf(anchor.current) : -1
      const to = shown.indexOf(id)
      change(from < 0 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1), checked)
      anchor.current = id
    },
    toggleAll: change,
    clear: () => setIds(new Set()),
  }
}
