import type { ReactNode, RefObject } from 'react'
import { deferred } from './deferred.tsx'

export interface DialogProps {
  open: boolean
  /** Asked by Escape, the close button and a press outside. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** 35.5, 54.5 or 75 rem. */
  size?: 'small' | 'medium' | 'wide'
  children?: ReactNode
  /** Buttons, the primary one last. */
  footer?: ReactNode
  /** A press outside leaves it open: for what cannot be shown again. */
  staysOpen?: boolean
  /** What has focus first; the first focusable part unless told. */
  initialFocus?: RefObject<HTMLElement | null>
}

/** A modal for a question or a short task. Editing an entity belongs in a `SidePanel`. */
export const Dialog = deferred<DialogProps>(() => import('./DialogPopup.tsx').then((module) => module.DialogPopup))
