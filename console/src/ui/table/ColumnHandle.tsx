import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
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
 * splitter); a double click, Backspace and Delete return to the table's own width.
 */
export function ColumnHandle({ name, width, onResize }: ColumnHandleProps) {
  const handle = useRef<HTMLSpanElement>(null)
  const drag = useRef<{ x: number; from: number }>(undefined)
  // The table decides the width of a column that was not resized.
  const [measured, setMeasured] = useState(narrowestColumnPx)
  const head = () => handle.current?.closest('th')
  const current = () => head()?.offsetWidth ?? narrowestColumnPx

  const onKeyDown = (event: KeyboardEvent) => {
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
      tabIndex={0}
      className={css.handle}
      onFocus={() => setMeasured(current())}
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
