import { PanelLeft, PanelRight, X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { isForInputMethod } from '../../theme/inputMethod.ts'
import { IconButton } from '../form/Button.tsx'
import { useIsHosted } from './floating.ts'
import css from './FloatingPanel.module.css'

export interface FloatingPanelProps {
  title: string
  closeLabel: string
  /** Next to the close button. */
  actions?: ReactNode
  /** Default: `help`, as for help and feedback. */
  size?: 'help' | 'whats-new'
  /** In a narrow window the panel fills it and blocks the page behind. */
  fills: boolean
  /** Temporarily invisible, such as while a screenshot is taken. */
  hidden?: boolean
  onClose: () => void
  children: ReactNode
}

type Side = 'left' | 'right'
interface Corner {
  storageKey: string
  usual: Side
}
const onPage: Corner = { storageKey: 'steward.floating', usual: 'right' }
/** On the left while a side panel is open on the right. */
const besidePanel: Corner = { storageKey: 'steward.floating.beside', usual: 'left' }

/**
 * A panel over a corner of the page, which stays usable. It can be moved to the other corner. It takes focus when it opens
 * and returns it when it closes. Escape closes it while it has focus.
 */
export function FloatingPanel({ title, closeLabel, actions, size = 'help', fills, hidden, onClose, children }: FloatingPanelProps) {
  const id = useId()
  const panel = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { storageKey, usual } = useIsHosted() ? besidePanel : onPage
  const [moved, setMoved] = useState<Readonly<Record<string, Side>>>({})
  const side = moved[storageKey] ?? sideKept(storageKey) ?? usual

  useEffect(() => {
    const opener = document.activeElement
    const dialog = panel.current
    heading.current?.focus()
    return () => {
      const isInside = document.activeElement === document.body || dialog?.contains(document.activeElement)
      if (isInside && opener instanceof HTMLElement) opener.focus()
    }
  }, [])

  useEffect(() => {
    const dialog = panel.current
    if (dialog === null) return
    const focused = document.activeElement
    dialog.close()
    if (fills) dialog.showModal()
    else dialog.show()
    // The library focuses the first button; reading should start at the title.
    if (focused instanceof HTMLElement && dialog.contains(focused)) focused.focus()
    else heading.current?.focus()
    return () => dialog.close()
  }, [fills])

  const move = () => {
    const next = side === 'right' ? 'left' : 'right'
    localStorage.setItem(storageKey, next)
    setMoved({ ...moved, [storageKey]: next })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isForInputMethod(event.nativeEvent)) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    // The dialog itself is not focusable; Escape bubbles up from the focused element inside.
    <dialog
      ref={panel}
      className={css.panel}
      data-side={side}
      data-size={size}
      data-hidden={hidden ? '' : undefined}
      aria-labelledby={id}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={css.head}>
        <h2 id={id} ref={heading} tabIndex={-1} className={css.title}>
          {title}
        </h2>
        {actions}
        {fills ? null : (
          <IconButton
            small
            label={side === 'right' ? m.help_move_left() : m.help_move_right()}
            icon={side === 'right' ? <PanelLeft /> : <PanelRight />}
            onClick={move}
          />
        )}
        <IconButton small label={closeLabel} icon={<X />} onClick={onClose} />
      </div>
      <div className={css.body}>{children}</div>
    </dialog>
  )
}

function sideKept(storageKey: string): Side | undefined {
  const kept = localStorage.getItem(storageKey)
  return kept === 'left' || kept === 'right' ? kept : undefined
}
