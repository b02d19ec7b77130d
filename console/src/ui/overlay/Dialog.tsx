import type { ReactNode, RefObject } from 'react'
import { deferred } from './deferred.tsx'

export interface DialogProps {
  open: boolean
  /** Called on Escape, the close button and a press outside. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** 35.5, 54.5 or 75 rem. */
  size?: 'small' | 'medium' | 'wide'
  children?: ReactNode
  /** Buttons, the primary one last. */
  footer?: ReactNode
  /** A press outside doesn't close it: for content that can't be shown again. */
  staysOpen?: boolean
  /** Opened by a call, over dialogs that it is not part of: they stay open behind it. */
  isAbove?: boolean
  /** Initial focus; defaults to the first focusable element. */
  initialFocus?: RefObject<HTMLElement | null>
}

/** A modal for a question or a short task. Edit entities in a `SidePanel` instead. */
export const Dialog = deferred<DialogProps>(() => import('./DialogPopup.tsx').then((module) => module.DialogPopup))
