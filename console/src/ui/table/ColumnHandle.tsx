import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { narrowestColumnPx, widestColumnPx } from '@steward/contract/saved-views/constants'
import css from './ColumnHandle.module.css'
import table from './DataTable.module.css'

export interface ColumnHandleProps {
  /** The label of the column. */
  name: string
  /** In px; undefined for the table's own width. */
  width: number | undefined
  /** Undefined for the table's own width again. */
  onResize: (width: number | undefined) => void
}

/** A step of the arrow keys, and with Shift. */
const stepPx = 8
const longStepPx = 40

/**
 * The edge of a column's header, which resizes the column by dragging and by the arrow keys (ARIA authoring practices, window
 * splitter); a double click, Backspace and Delete return to the table's own width. The handles of a table are one tab stop, the
 * last used one; the up and down arrows move between them.
 */
export function ColumnHandle({ name, width, onResize }: ColumnHandleProps) {
  const handle = useRef<HTMLSpanElement>(null)
  const drag = useRef<{ x: number; from: number }>(undefined)
  // The table decides the width of a column that was not resized.
  const [measured, setMeasured] = useState(narrowestColumnPx)
  const head = () => handle.current?.closest('th')
  const current = () => head()?.offsetWidth ?? narrowestColumnPx
  useTabStop(handle)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      event.stopPropagation()
      const handles = handlesIn(head()?.parentElement)
      const next = handles.findIndex((one) => one === handle.current) + (event.key === 'ArrowUp' ? -1 : 1)
      handles[Math.min(Math.max(next, 0), handles.length - 1)]?.focus()
      return
    }
    const step = event.shiftKey ? longStepPx : stepPx
    const steps: Record<string, (() => number | undefined) | undefined> = {
      ArrowLeft: () => current() - step,
      ArrowRight: () => current() + step,
      Home: () => narrowestColumnPx,
      Backspace: () => undefined,
      Delete: () => undefined,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const px = next()
    onResize(px === undefined ? undefined : fitting(head(), px))
  }

  const onPointerMove = (event: PointerEvent) => {
    const cell = head()
    if (drag.current === undefined || !cell) return
    // Only the header cell, so that no row renders while dragging.
    cell.style.width = `${fitting(cell, drag.current.from + event.clientX - drag.current.x)}px`
  }
  const onPointerUp = () => {
    if (drag.current === undefined) return
    const { from } = drag.current
    drag.current = undefined
    if (current() !== from) onResize(current())
  }

  return (
    <span
      ref={handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={m.ui_column_width({ name })}
      aria-valuenow={width ?? measured}
      aria-valuemin={narrowestColumnPx}
      aria-valuemax={widestColumnPx}
      // Of one of them it is 0, which the handles set themselves.
      tabIndex={-1}
      className={css.handle}
      onFocus={(event) => {
        setMeasured(current())
        becomeTabStop(event.currentTarget)
      }}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onResize(undefined)}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        drag.current = { x: event.clientX, from: current() }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
    />
  )
}

/** The handles of the columns that are shown, in their order. */
const handlesIn = (row: Element | null | undefined): HTMLElement[] =>
  [...(row?.querySelectorAll<HTMLElement>('th > [role="separator"]') ?? [])].filter(isShown)

const isShown = (handle: HTMLElement): boolean => handle.parentElement !== null && getComputedStyle(handle.parentElement).display !== 'none'

function becomeTabStop(handle: HTMLElement): void {
  for (const other of handle.closest('tr')?.querySelectorAll<HTMLElement>('th > [role="separator"]') ?? []) other.tabIndex = -1
  handle.tabIndex = 0
}

/** Keeps one tab stop in the row while columns come and go. In the DOM, so that no other header renders when it moves. */
function useTabStop(handle: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = handle.current
    const row = own?.closest('tr')
    const choose = (leaving?: HTMLElement) => {
      const handles = handlesIn(row).filter((one) => one !== leaving)
      if (handles[0] && !handles.some(({ tabIndex }) => tabIndex === 0)) becomeTabStop(handles[0])
    }
    choose()
    return () => {
      if (own) choose(own)
    }
  }, [handle])
  useEffect(() => {
    // A column can be left out of a narrower window.
    const onResize = () => {
      const own = handle.current
      if (own?.tabIndex !== 0 || isShown(own)) return
      const first = handlesIn(own.closest('tr'))[0]
      if (first) becomeTabStop(first)
    }
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [handle])
}

/** A width that leaves the columns beside it what they need, so that the table stays within its place. */
function fitting(cell: HTMLTableCellElement | null | undefined, px: number): number {
  const row = cell?.parentElement
  const others = [...(row?.children ?? [])].filter((other) => other !== cell)
  const taken = others.reduce((sum, other) => sum + needed(other), 0)
  const available = (row?.getBoundingClientRect().width ?? widestColumnPx) - taken
  return Math.round(Math.max(narrowestColumnPx, Math.min(px, available, widestColumnPx)))
}

/** Columns without a width share the rest, and can become as narrow as the narrowest one. */
function needed(cell: Element): number {
  const { width } = cell.getBoundingClientRect()
  const isSet = (cell instanceof HTMLElement && cell.style.width !== '') || ownWidths.some((name) => cell.classList.contains(name))
  return isSet ? width : Math.min(width, narrowestColumnPx)
}

const ownWidths = [table.narrow, table.time, table.status, table.wide].filter((name) => name !== undefined)
