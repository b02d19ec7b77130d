import { useRef, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Button } from '../form/Button.tsx'
import { Dialog } from './Dialog.tsx'

export interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  /** A question: "Delete group Analysts?". */
  title: string
  /** What will happen, and to whom. */
  children: ReactNode
  /** The verb with its object: "Delete group Analysts". */
  confirmLabel: string
  onConfirm: () => void
  /** "Cancel" unless told. */
  cancelLabel?: string
  danger?: boolean
  loading: boolean
}

/** Asks before something that cannot be taken back. Focus starts on the harmless button. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  confirmLabel,
  onConfirm,
  cancelLabel,
  danger = true,
  loading,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {cancelLabel ?? m.ui_cancel()}
          </Button>
          <Button kind={danger ? 'danger' : 'primary'} loading={loading} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
