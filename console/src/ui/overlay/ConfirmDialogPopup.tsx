import { useRef, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Button } from '../form/Button.tsx'
import { Dialog } from './Dialog.tsx'

export interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  /** A question, such as "Delete group Analysts?". */
  title: string
  /** What will happen and who is affected. */
  children: ReactNode
  /** A verb with its object, such as "Delete group Analysts". */
  confirmLabel: string
  onConfirm: () => void
  /** Defaults to "Cancel". */
  cancelLabel?: string
  danger?: boolean
  loading: boolean
}

export function ConfirmDialogPopup({
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
