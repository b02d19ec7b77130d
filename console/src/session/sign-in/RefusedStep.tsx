import { m } from '@steward/contract/paraglide/messages'
import { problemMessage } from '../../api/problem.ts'
import { LoginCard } from './LoginCard.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { Callout } from '../../ui/display/Callout.tsx'
import { CopyValue } from '../../ui/display/CopyButton.tsx'
import type { Refused } from './federated.ts'

export interface RefusedStepProps {
  refused: Refused
  /** Why, in plain text; undefined for a code whose meaning only administrators see. */
  refusalText: (code: string) => string | undefined
  onRetry: () => void
}

/** The identity provider's answer was refused: what to do, and the reference an administrator needs to find the cause. */
export function RefusedStep({ refused: { refusal, reference, error }, refusalText, onRetry }: RefusedStepProps) {
  const reason = refusal === undefined ? undefined : refusalText(refusal)
  return (
    <LoginCard title={m.login_federated_refused_title()}>
      <Callout tone="danger" role="alert">
        <p>{reason === undefined ? problemMessage(error, m.login_federated_refused()) : m.login_federated_refused()}</p>
        {reason === undefined ? null : <p>{reason}</p>}
        {reference === undefined ? null : (
          <>
            <p>{m.login_federated_reference()}</p>
            <CopyValue value={reference} label={m.login_reference_copy()} />
          </>
        )}
      </Callout>
      <Button kind="primary" onClick={onRetry}>
        {m.ui_retry()}
      </Button>
    </LoginCard>
  )
}
