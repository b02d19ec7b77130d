import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { IconButton } from '../../ui/form/Button.tsx'
import css from './ChangePasswordOverlay.module.css'
import { ChangePasswordForm, type PasswordChange } from './ChangePasswordForm.tsx'

export interface ChangePasswordOverlayProps {
  username: string
  /** Closed without success: by Escape or the close button. */
  onClose: () => void
  onChange: (change: PasswordChange) => Promise<void>
}

/** Over the whole screen; Escape closes it and Enter submits it. */
export function ChangePasswordOverlay({ username, onClose, onChange }: ChangePasswordOverlayProps) {
  const first = useRef<HTMLInputElement>(null)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className={css.overlay} initialFocus={first}>
          <div className={css.bar}>
            <Dialog.Close render={<IconButton label={m.change_password_close()} icon={<X />} />} />
          </div>
          <div className={css.content}>
            <Dialog.Title className={css.title}>{m.change_password_title()}</Dialog.Title>
            <Dialog.Description className={css.sentence}>{m.change_password_sentence()}</Dialog.Description>
            <ChangePasswordForm username={username} firstField={first} onChange={onChange} />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
