import { useEffect, useRef, type RefObject } from 'react'
import { isSingleKey } from '../../theme/singleKeys.ts'

interface RowKeys {
  /** How many rows are shown. */
  count: number
  /** The row whose record is open beside the list. */
  openIndex: number | undefined
  /** Opens another record in its place. */
  onMove: (index: number) => void
  onSelect: ((index: number) => void) | undefined
}

/** Where arrows have a meaning of their own. */
const ownArrows = 'input, textarea, select, [contenteditable], [role="grid"], [role="tablist"], [role="radiogroup"], [role="img"], summary'
const popups = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** Keys of the rows of a list: j and k (or the arrows) move, x selects. Enter opens the row's link. */
export function useRowKeys(root: RefObject<HTMLElement | null>, keys: RowKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const table = root.current
      if (event.defaultPrevented || !table || !isInCharge(table) || document.querySelector(popups)) return
      const { count, openIndex, onMove, onSelect } = latest.current
      const focused = focusedRow(table)
      const current = openIndex ?? focused
      const step = stepOf(event, current !== undefined)
      if (step !== undefined && count > 0) {
        event.preventDefault()
        const next = current === undefined ? 0 : Math.min(Math.max(current + step, 0), count - 1)
        if (openIndex === undefined) focusRow(table, next)
        else if (next !== openIndex) {
          if (focused !== undefined) focusRow(table, next)
          rowAt(table, next)?.scrollIntoView({ block: 'nearest' })
          onMove(next)
        }
      } else if (onSelect && current !== undefined && isSingleKey(event, 'x')) {
        event.preventDefault()
        onSelect(current)
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [root])
}

/** Of several lists on a page the one with the focus, else the first. */
function isInCharge(table: HTMLElement): boolean {
  const focused = document.activeElement?.closest('[data-rows]')
  return focused ? focused === table : document.querySelector('[data-rows]') === table
}

function stepOf(event: KeyboardEvent, hasRow: boolean): 1 | -1 | undefined {
  if (isSingleKey(event, 'j')) return 1
  if (isSingleKey(event, 'k')) return -1
  const { target } = event
  const isFree = hasRow && !(target instanceof Element && target.closest(ownArrows))
  if (!isFree || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return undefined
  return event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
}

const rowAt = (table: HTMLElement, index: number): HTMLElement | undefined =>
  table.querySelectorAll<HTMLElement>('tbody > tr:not([aria-hidden])')[index]

function focusedRow(table: HTMLElement): number | undefined {
  const row = document.activeElement?.closest('tbody > tr')
  const index = row ? [...table.querySelectorAll('tbody > tr:not([aria-hidden])')].indexOf(row) : -1
  return index === -1 ? undefined : index
}

function focusRow(table: HTMLElement, index: number): void {
  const row = rowAt(table, index)
  const control = row?.querySelector<HTMLElement>('a') ?? row?.querySelector<HTMLElement>('input, button')
  control?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}
