import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Callout } from '../../ui/display/Callout.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { FailureCallout, useFailure } from '../sign-in/FailureCallout.tsx'
import signIn from '../sign-in/sign-in.module.css'
import css from './FactorForm.module.css'
import { passkeyFaultText } from './passkeyFaultText.ts'
import { PasskeyError } from './passkeys.ts'
import type { Proof, Way } from './proof.ts'
import { SecretForm } from './SecretForm.tsx'

export interface FactorFormProps {
  /** The ways to choose from; the first is shown. */
  ways: readonly [Way, ...Way[]]
  /** Password managers find the entry by it. */
  username: string
  submitLabel: string
  /** Its rejection is shown here. */
  onProve: (proof: Proof) => Promise<unknown>
  /** Above the button. */
  children?: ReactNode
}

const instead: Record<Way, () => string> = {
  passkey: m.factor_instead_passkey,
  authenticator: m.factor_instead_code,
  recovery_code: m.factor_instead_recovery,
  password: m.factor_instead_password,
}

/** Asks for one of several proofs of who is there, one way at a time. */
export function FactorForm({ ways, onProve, ...given }: FactorFormProps) {
  const [way, setWay] = useState<Way>(ways[0])
  const others = ways.filter((other) => other !== way)
  return (
    <>
      {way === 'passkey' ? (
        <PasskeyForm onProve={onProve}>{given.children}</PasskeyForm>
      ) : (
        <SecretForm
          key={way}
          way={way}
          {...given}
          onSubmit={(secret) => onProve(way === 'password' ? { kind: way, password: secret } : { kind: way, code: secret })}
        />
      )}
      {others.length === 0 ? null : (
        <div className={css.others} role="group" aria-label={m.factor_other_ways()}>
          {others.map((other) => (
            <Button key={other} small kind="quiet" onClick={() => setWay(other)}>
              {instead[other]()}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

function PasskeyForm({ onProve, children }: Pick<FactorFormProps, 'onProve' | 'children'>) {
  const prove = useMutation({ mutationKey: ['auth_factor'], mutationFn: () => onProve({ kind: 'passkey' }) })
  const fault = prove.error instanceof PasskeyError ? passkeyFaultText(prove.error.fault) : undefined
  const failure = useFailure(fault === undefined ? prove.error : null, m.login_unexpected())
  return (
    <div className={signIn.form}>
      <p className={css.sentence}>{m.factor_sentence_passkey()}</p>
      {fault === undefined ? null : (
        <Callout tone="danger" role="alert">
          {fault}
        </Callout>
      )}
      {failure.shown ? <FailureCallout failure={failure} /> : null}
      {children}
      <Button
        kind="primary"
        autoFocus
        icon={<Fingerprint />}
        loading={prove.isPending}
        disabledReason={failure.waitReason}
        onClick={() => prove.mutate()}
      >
        {m.factor_use_passkey()}
      </Button>
    </div>
  )
}
