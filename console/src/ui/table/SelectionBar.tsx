import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Button } from '../form/Button.tsx'
import { formatNumber } from '../../i18n/time.ts'
import { Menu, MenuItem, type MenuAction } from '../overlay/Menu.tsx'
import { useOffer } from '../overlay/offers.ts'
import css from './DataTable.module.css'

export interface SelectionBarProps {
  count: number
  onClear: () => void
  /** Extends the selection to all rows that match. */
  selectAll?: { count: number; onSelect: () => void } | undefined
  children: ReactNode
}

/** Slides over the toolbar while rows are selected. It stays in one line: a menu has the actions that don't fit. */
export function SelectionBar({ count, onClear, selectAll, children }: SelectionBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const actions = useRef<HTMLDivElement>(null)
  const wrapped = useWrapped(actions)
  const selected = m.ui_selected_count({ count: formatNumber(count) })
  // Without the menu of those that don't fit.
  const offered = () => buttonsOf(bar.current).filter((button) => !button.hasAttribute('aria-haspopup'))
  useOffer(() => ({ title: selected, actions: offered().map(actionOf) }))
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
      <div ref={actions} className={css.selectionActions}>
        {children}
      </div>
      <div className={css.moreActions} data-empty={wrapped.length === 0 ? '' : undefined}>
        <Menu trigger={<Button small>{m.ui_more()}</Button>}>
          <WrappedActions buttons={wrapped} />
        </Menu>
      </div>
      <span className={css.clear}>
        <Button kind="quiet" small onClick={onClear}>
          {m.ui_selection_clear()}
        </Button>
      </span>
    </div>
  )
}

/** Reads the buttons when the menu opens: before, the bar could be about to give them other labels. */
function WrappedActions({ buttons }: { buttons: readonly HTMLButtonElement[] }) {
  return buttons.map(actionOf).map((action) => <MenuItem key={action.label} {...action} />)
}

/** The buttons of a bar that wrapped to a second line, where they can't be reached. */
function useWrapped(bar: RefObject<HTMLElement | null>): readonly HTMLButtonElement[] {
  const [wrapped, setWrapped] = useState<readonly HTMLButtonElement[]>([])
  useLayoutEffect(() => {
    const { current } = bar
    if (!current) return
    const measure = () => {
      const { bottom } = current.getBoundingClientRect()
      const buttons = buttonsOf(current)
      const now = buttons.filter((button) => button.getBoundingClientRect().top > bottom)
      for (const button of buttons) button.toggleAttribute('data-wrapped', now.includes(button))
      setWrapped((before) => (isSame(before, now) ? before : now))
    }
    // Called first before the bar is painted.
    const sizes = new ResizeObserver(measure)
    const watch = () => {
      for (const element of [current, ...buttonsOf(current)]) sizes.observe(element)
    }
    watch()
    const buttons = new MutationObserver(watch)
    buttons.observe(current, { childList: true, subtree: true })
    return () => {
      sizes.disconnect()
      buttons.disconnect()
    }
  }, [bar])
  return wrapped
}

const isSame = <T,>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index])

const buttonsOf = (element: HTMLElement | null): HTMLButtonElement[] => [...(element?.querySelectorAll('button') ?? [])]

/** What a button of the bar does; its icon is only in the bar. */
const actionOf = (button: HTMLButtonElement): MenuAction => ({
  label: button.textContent,
  disabledReason: button.getAttribute('aria-description') ?? undefined,
  onSelect: () => button.click(),
})
