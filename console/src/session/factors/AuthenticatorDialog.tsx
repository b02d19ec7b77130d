import { m } from '@steward/contract/paraglide/messages'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { AuthenticatorSetup, type AuthenticatorSetupProps } from './AuthenticatorSetup.tsx'
import css from './factors.module.css'

export interface AuthenticatorDialogProps extends AuthenticatorSetupProps {
  onClose: () => void
}

/** A press outside does not close it: the person is busy with the phone. */
export function AuthenticatorDialog({ onClose, ...setup }: AuthenticatorDialogProps) {
  return (
    <Dialog open staysOpen onClose={onClose} title={m.factor_authenticator_title()}>
      <div className={css.stack}>
        <AuthenticatorSetup {...setup} />
      </div>
    </Dialog>
  )
}
