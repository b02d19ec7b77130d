import { useRef, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Button } from '../form/Button.tsx'
import { formatNumber } from '../../i18n/time.ts'
import type { MenuAction } from '../overlay/Menu.tsx'
import { useOffer } from '../overlay/offers.ts'
import css from './DataTable.module.css'

export interface SelectionBarProps {
  count: number
  onClear: () => void
  /** Extends the selection to all rows that match. */
  selectAll?: { count: number; onSelect: () => void } | undefined
  children: ReactNode
}

/** Slides over the toolbar while rows are selected. */
export function SelectionBar({ count, onClear, selectAll, children }: SelectionBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const selected = m.ui_selected_count({ count: formatNumber(count) })
  useOffer(() => ({ title: selected, actions: [...(bar.current?.querySelectorAll('button') ?? [])].map(actionOf) }))
  return (
    <div ref={bar} className={css.selection} role="region" aria-label={m.ui_selection()} data-bottom-bar>
      <span className={css.selectionCount} role="status">
        {selected}
      </span>
      {selectAll ? (
        <Button kind="quiet" small onClick={selectAll.onSelect}>
          {m.ui_select_all_matching({ count: selectAll.count })}
        </Button>
      ) : null}
      {children}
      <span className={css.clear}>
        <Button kind="quiet" small onClick={onClear}>
          {m.ui_selection_clear()}
        </Button>
      </span>
    </div>
  )
}

/** What a button of the bar does; its icon is only in the bar. */
const actionOf = (button: HTMLButtonElement): MenuAction => ({
  label: button.textContent,
  disabledReason: button.getAttribute('aria-description') ?? undefined,
  onSelect: () => button.click(),
})
