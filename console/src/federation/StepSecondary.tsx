import { m } from '@steward/contract/paraglide/messages'
import { Button } from '../ui/form/Button.tsx'

/** Secondary buttons of a step: back, and cancel the setup. */
export function StepSecondary({ onBack, onCancel }: { onBack?: (() => void) | undefined; onCancel: (() => void) | undefined }) {
  return (
    <>
      {onBack === undefined ? null : <Button onClick={onBack}>{m.sso_back()}</Button>}
      {onCancel === undefined ? null : (
        <Button kind="quiet" onClick={onCancel}>
          {m.sso_cancel_setup()}
        </Button>
      )}
    </>
  )
}
