import { Fingerprint } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import type { PasskeyAssertion } from '@steward/contract/session/factors-schemas'
import { Callout } from '../../ui/display/Callout.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { passkeyFaultText } from '../factors/passkeyFaultText.ts'
import { hasPasskeys, PasskeyError } from '../factors/passkeys.ts'
import { FailureCallout, useFailure } from './FailureCallout.tsx'
import css from './sign-in.module.css'
import { usePasskeySignIn } from './usePasskeySignIn.ts'

export interface PasskeySignInProps {
  /** Signs in and leads on; its rejection is shown here. */
  onPasskey: (credential: PasskeyAssertion) => Promise<void>
}

/** The other way to sign in, below a form: with a passkey alone. Nothing where the browser has none. */
export const PasskeySignIn = (props: PasskeySignInProps) => (hasPasskeys() ? <PasskeyButton {...props} /> : null)

function PasskeyButton({ onPasskey }: PasskeySignInProps) {
  const signIn = usePasskeySignIn(onPasskey)
  const fault = signIn.error instanceof PasskeyError ? passkeyFaultText(signIn.error.fault) : undefined
  const failure = useFailure(fault === undefined ? signIn.error : null, m.login_unexpected())
  return (
    <>
      <div className={css.or}>{m.login_or()}</div>
      {fault === undefined ? null : (
        <Callout tone="danger" role="alert">
          {fault}
        </Callout>
      )}
      {failure.shown ? <FailureCallout failure={failure} /> : null}
      <Button
        className={css.provider}
        icon={<Fingerprint />}
        loading={signIn.isPending}
        disabledReason={failure.waitReason}
        onClick={() => signIn.mutate(undefined)}
      >
        {m.login_passkey()}
      </Button>
    </>
  )
}
