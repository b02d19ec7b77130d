import { m } from '@steward/contract/paraglide/messages'
import { problemMessage } from '../../api/problem.ts'
import { LoginCard } from './LoginCard.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { Callout } from '../../ui/display/Callout.tsx'
import { CopyValue } from '../../ui/display/CopyButton.tsx'
import type { Refused } from './federated.ts'
import { refusalForPerson } from './refusals.ts'

export interface RefusedStepProps {
  refused: Refused
  onRetry: () => void
}

/** The identity provider's answer was refused: what to do, and the reference an administrator needs to find the cause. */
export function RefusedStep({ refused: { refusal, reference, error }, onRetry }: RefusedStepProps) {
  const reason = refusal === undefined ? undefined : refusalForPerson(refusal)
  return (
    <LoginCard title={m.login_federated_refused_title()}>
      <Callout tone="danger" role="alert">
        <p>{reason ?? problemMessage(error, m.login_federated_refused())}</p>
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
