import { useRef, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Callout } from '../display/Callout.tsx'
import { CopyValue } from '../display/CopyButton.tsx'
import { Button } from '../form/Button.tsx'
import { Dialog } from './Dialog.tsx'
import css from './ShownOnceDialog.module.css'

interface ShownOnceDialogProps {
  title: string
  warning: string
  /** What the button says that closes it. */
  doneLabel?: string
  onClose: () => void
  children: ReactNode
}

/** Shows a secret, once. Clicks outside do not close it, because it cannot be shown again. */
export function ShownOnceDialog({ title, warning, doneLabel = m.ui_shown_once_done(), onClose, children }: ShownOnceDialogProps) {
  const done = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      staysOpen
      onClose={onClose}
      title={title}
      initialFocus={done}
      footer={
        <Button ref={done} kind="primary" onClick={onClose}>
          {doneLabel}
        </Button>
      }
    >
      <div className={css.stack}>
        <Callout tone="warning">{warning}</Callout>
        {children}
      </div>
    </Dialog>
  )
}

/** A value to copy, in a box of its own. */
export const CopyBox = ({ value, label }: { value: string; label: string }) => (
  <div className={css.value}>
    <CopyValue value={value} label={label} />
  </div>
)
