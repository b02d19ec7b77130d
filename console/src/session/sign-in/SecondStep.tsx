import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { PendingSignIn } from '@steward/contract/session/factors-schemas'
import { problemCode } from '../../api/problem.ts'
import { Callout } from '../../ui/display/Callout.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { Checkbox } from '../../ui/form/Checkbox.tsx'
import { FactorForm } from '../factors/FactorForm.tsx'
import { hasPasskeys } from '../factors/passkeys.ts'
import { type Proof, waysOf } from '../factors/proof.ts'
import { LoginCard } from './LoginCard.tsx'
import css from './sign-in.module.css'

export interface SecondStepProps {
  pending: PendingSignIn
  username: string
  /** Gives the second factor and leads on; its rejection is shown here. */
  onProve: (proof: Proof, rememberDevice: boolean) => Promise<void>
  /** The sign-in is over; `error` says why, unless the person wanted it. */
  onBack: (error?: unknown) => void
}

/** Third step of signing in, where a second factor is asked for. */
export function SecondStep({ pending, username, onProve, onBack }: SecondStepProps) {
  const [remember, setRemember] = useState(false)
  const ways = waysOf(pending.kinds, hasPasskeys())
  const prove = async (proof: Proof) => {
    try {
      await onProve(proof, remember)
    } catch (error) {
      if (problemCode(error) === 'sign_in_step_ended') onBack(error)
      throw error
    }
  }
  return (
    <LoginCard title={m.factor_title()} sentence={username || undefined} footer={<BackButton onBack={onBack} />}>
      {ways === undefined ? (
        <Callout tone="warning">{m.factor_no_way()}</Callout>
      ) : (
        <FactorForm ways={ways} username={username} submitLabel={m.login_sign_in()} onProve={prove}>
          {pending.rememberDays > 0 ? (
            <Checkbox label={m.factor_remember({ count: pending.rememberDays })} checked={remember} onChange={setRemember} />
          ) : null}
        </FactorForm>
      )}
    </LoginCard>
  )
}

export function BackButton({ onBack }: Pick<SecondStepProps, 'onBack'>) {
  return (
    <Button small kind="quiet" className={css.other} onClick={() => onBack()}>
      {m.login_back()}
    </Button>
  )
}
