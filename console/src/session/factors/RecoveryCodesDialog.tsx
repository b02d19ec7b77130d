import { useRef } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Button } from '../../ui/form/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

export interface RecoveryCodesDialogProps {
  codes: readonly string[]
  username: string
  onClose: () => void
}

/** New recovery codes. A press outside does not close it, because the codes cannot be shown again. */
export function RecoveryCodesDialog({ codes, username, onClose }: RecoveryCodesDialogProps) {
  const done = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      staysOpen
      onClose={onClose}
      title={m.factor_codes_title()}
      description={m.factor_codes_sentence()}
      initialFocus={done}
      footer={
        <Button ref={done} kind="primary" onClick={onClose}>
          {m.factor_codes_saved()}
        </Button>
      }
    >
      <RecoveryCodes codes={codes} username={username} />
    </Dialog>
  )
}
