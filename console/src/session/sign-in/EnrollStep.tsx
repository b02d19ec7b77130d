import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import type { FactorKind } from '@steward/contract/rules/factors'
import type { AuthenticatorSetup as Setup } from '@steward/contract/session/factors-schemas'
import { problemCode } from '../../api/problem.ts'
import { Callout } from '../../ui/display/Callout.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { AuthenticatorSetup } from '../factors/AuthenticatorSetup.tsx'
import { passkeyFaultText } from '../factors/passkeyFaultText.ts'
import { hasPasskeys, PasskeyError } from '../factors/passkeys.ts'
import { RecoveryCodes } from '../factors/RecoveryCodes.tsx'
import { beginAuthenticatorStep, enrollAuthenticatorStep, enrollPasskeyStep } from './enroll.ts'
import { FailureCallout, useFailure } from './FailureCallout.tsx'
import { LoginCard } from './LoginCard.tsx'
import { BackButton, type SecondStepProps } from './SecondStep.tsx'
import css from './sign-in.module.css'

export interface EnrollStepProps extends Pick<SecondStepProps, 'pending' | 'onBack'> {
  username: string
  /** Signed in, with the factor set up. */
  onDone: () => void
}

type Stage = { at: 'choice' } | { at: 'authenticator'; setup: Setup } | { at: 'codes'; codes: readonly string[] }

/** Signing in where the tenant asks for a second factor and the person has none yet: choose one, set it up, save the recovery codes. */
export function EnrollStep({ pending, username, onBack, onDone }: EnrollStepProps) {
  const kinds = (['passkey', 'authenticator'] as const).filter(
    (kind) => pending.kinds.includes(kind) && (kind !== 'passkey' || hasPasskeys()),
  )
  const [stage, setStage] = useState<Stage>({ at: 'choice' })
  const leadOn = (codes: readonly string[] | null) => (codes === null ? onDone() : setStage({ at: 'codes', codes }))
  const ending = async <T,>(step: Promise<T>): Promise<T> => {
    try {
      return await step
    } catch (error) {
      if (problemCode(error) === 'sign_in_step_ended') onBack(error)
      throw error
    }
  }
  switch (stage.at) {
    case 'choice':
      return (
        <LoginCard title={m.factor_enroll_title()} sentence={m.factor_enroll_sentence()} footer={<BackButton onBack={onBack} />}>
          {kinds.length === 0 ? <Callout tone="warning">{m.factor_no_way()}</Callout> : null}
          <Choices
            kinds={kinds}
            onAuthenticator={async () => setStage({ at: 'authenticator', setup: await ending(beginAuthenticatorStep(pending)) })}
            onPasskey={async () => leadOn(await ending(enrollPasskeyStep(pending)))}
          />
        </LoginCard>
      )
    case 'authenticator':
      return (
        <LoginCard
          title={m.factor_authenticator_title()}
          footer={
            <Button small kind="quiet" className={css.other} onClick={() => setStage({ at: 'choice' })}>
              {m.factor_choose_again()}
            </Button>
          }
        >
          <AuthenticatorSetup
            username={username}
            setup={stage.setup}
            onConfirm={async (code) => leadOn(await ending(enrollAuthenticatorStep(pending, stage.setup.setupToken, code)))}
          />
        </LoginCard>
      )
    case 'codes':
      return (
        <LoginCard title={m.factor_codes_title()} sentence={m.factor_codes_sentence()}>
          <RecoveryCodes codes={stage.codes} username={username} />
          <Button kind="primary" className={css.provider} onClick={onDone}>
            {m.factor_codes_saved()}
          </Button>
        </LoginCard>
      )
  }
}

interface ChoicesProps {
  kinds: readonly FactorKind[]
  onAuthenticator: () => Promise<void>
  onPasskey: () => Promise<void>
}

function Choices({ kinds, onAuthenticator, onPasskey }: ChoicesProps) {
  const add = useMutation({
    mutationKey: ['auth_enroll'],
    mutationFn: (kind: FactorKind) => (kind === 'passkey' ? onPasskey() : onAuthenticator()),
  })
  const fault = add.error instanceof PasskeyError ? passkeyFaultText(add.error.fault) : undefined
  const failure = useFailure(fault === undefined ? add.error : null, m.factor_setup_failed())
  return (
    <>
      {fault === undefined ? null : (
        <Callout tone="danger" role="alert">
          {fault}
        </Callout>
      )}
      {failure.shown ? <FailureCallout failure={failure} /> : null}
      <div className={css.form}>
        {kinds.map((kind, index) => (
          <div key={kind} className={css.choice}>
            <Button
              kind={index === 0 ? 'primary' : 'secondary'}
              className={css.provider}
              loading={add.isPending && add.variables === kind}
              onClick={() => add.mutate(kind)}
            >
              {kind === 'passkey' ? m.passkey_add() : m.factor_authenticator_add()}
            </Button>
            <p className={css.emergency}>{kind === 'passkey' ? m.passkey_hint() : m.factor_authenticator_hint()}</p>
          </div>
        ))}
      </div>
    </>
  )
}
