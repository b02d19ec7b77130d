import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import css from './Tooltip.module.css'

const openDelayMs = 500
/** Long enough to move the pointer onto the tooltip (WCAG 1.4.13: hoverable). */
const closeDelayMs = 120
const gap = 6
const margin = 4

/** Shows the tooltips of all marked elements. Render it once, around the whole app. */
export function TooltipLayer() {
  const [target, setTarget] = useState<HTMLElement>()
  const [shown, setShown] = useState<{ text: string; beside: HTMLElement }>()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => watch(setTarget, box), [])
  useLayoutEffect(() => {
    // The text can change under the pointer, such as when help becomes available.
    const read = () => {
      const text = target?.dataset.tooltip
      setShown(target === undefined || text === undefined ? undefined : { text, beside: target })
    }
    read()
    const changes = new MutationObserver(read)
    if (target) changes.observe(target, { attributeFilter: ['data-tooltip'] })
    return () => changes.disconnect()
  }, [target])
  useLayoutEffect(() => {
    if (shown && box.current) place(box.current, shown.beside)
  }, [shown])
  if (!shown?.beside.isConnected) return null
  return createPortal(
    // Assistive technology already gets this text as the element's name or description.
    <div ref={box} className={css.popup} aria-hidden data-tooltip-layer>
      {shown.text}
    </div>,
    document.body,
  )
}

function watch(show: (target: HTMLElement | undefined) => void, box: { current: HTMLElement | null }): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: HTMLElement | undefined
  const set = (next: HTMLElement | undefined, delay: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      current = next
      show(next)
    }, delay)
  }
  const marked = (node: EventTarget | null) => (node instanceof Element ? node.closest<HTMLElement>('[data-tooltip]') : null)
  const over = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return
    if (event.target instanceof Node && box.current?.contains(event.target)) return clearTimeout(timer)
    const next = marked(event.target)
    // Moving to the next of a row of buttons shows its tooltip without delay.
    if (next) set(next, current === undefined ? Number(next.dataset.tooltipDelay ?? openDelayMs) : 0)
    else set(undefined, closeDelayMs)
  }
  const focused = (event: FocusEvent) => {
    const next = marked(event.target)
    if (next?.matches(':focus-visible')) set(next, 0)
    else if (current !== undefined) set(undefined, 0)
  }
  const hide = () => set(undefined, 0)
  // What came under the pointer or got the focus before this code was there.
  const hovered = document.querySelector<HTMLElement>('[data-tooltip]:hover')
  if (hovered) set(hovered, openDelayMs)
  else if (document.activeElement?.matches(':focus-visible')) set(marked(document.activeElement) ?? undefined, 0)
  document.addEventListener('pointerover', over, { signal })
  document.addEventListener('focusin', focused, { signal })
  document.addEventListener('focusout', hide, { signal })
  document.addEventListener('pointerdown', hide, { signal })
  document.addEventListener('scroll', hide, { signal, capture: true, passive: true })
  document.addEventListener('keydown', (event) => event.key === 'Escape' && current !== undefined && hide(), { signal })
  return () => {
    stop.abort()
    clearTimeout(timer)
  }
}

/** Next to the target, on the other side if there is not enough space, and always within the viewport. */
function place(box: HTMLElement, target: HTMLElement): void {
  const at = target.getBoundingClientRect()
  const size = box.getBoundingClientRect()
  const side = target.dataset.tooltipSide
  const center = at.left + (at.width - size.width) / 2
  const middle = at.top + (at.height - size.height) / 2
  const above = at.top - size.height - gap
  const below = at.bottom + gap
  let left = center
  let top = side === 'bottom' ? below : above
  if (side === 'right' || side === 'left') {
    const right = at.right + gap
    const before = at.left - size.width - gap
    left = side === 'right' && right + size.width <= innerWidth ? right : before >= 0 ? before : right
    top = middle
  } else if (top < margin) top = below
  else if (top + size.height > innerHeight - margin) top = above
  box.style.left = `${Math.max(margin, Math.min(left, innerWidth - size.width - margin))}px`
  box.style.top = `${Math.max(margin, Math.min(top, innerHeight - size.height - margin))}px`
}
