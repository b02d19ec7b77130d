import { m } from '@steward/contract/paraglide/messages'
import type { AuthenticatorSetup as Setup } from '@steward/contract/session/factors-schemas'
import { CopyButton } from '../../ui/display/CopyButton.tsx'
import { Mono } from '../../ui/display/Mono.tsx'
import css from './factors.module.css'
import { QrCode } from './QrCode.tsx'
import { SecretForm } from './SecretForm.tsx'

export interface AuthenticatorSetupProps {
  username: string
  setup: Setup
  /** Sends the first code and leads on; its rejection is shown here. */
  onConfirm: (code: string) => Promise<unknown>
}

/** Groups of four are easier to type. */
const spaced = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** Connects an authenticator app: scan or type the secret, then prove it with a code. */
export function AuthenticatorSetup({ username, setup, onConfirm }: AuthenticatorSetupProps) {
  return (
    <>
      <ol className={css.steps}>
        <li>
          <p>{m.factor_scan()}</p>
          <QrCode text={setup.address} label={m.factor_qr()} />
          <p className={css.muted}>{m.factor_type_key()}</p>
          <p className={css.key}>
            <Mono>{spaced(setup.secret)}</Mono>
            <CopyButton value={setup.secret} label={m.factor_copy_key()} hasText />
          </p>
          <p className={css.onPhone}>
            <a href={setup.address}>{m.factor_open_app()}</a>
          </p>
        </li>
        <li>
          <p>{m.factor_then_code()}</p>
        </li>
      </ol>
      <SecretForm way="authenticator" username={username} submitLabel={m.factor_authenticator_confirm()} onSubmit={onConfirm} />
    </>
  )
}
