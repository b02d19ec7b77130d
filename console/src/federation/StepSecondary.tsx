import { m } from '@steward/contract/paraglide/messages'
import { Button } from '../ui/form/Button.tsx'

/** Beside the button that leads on: back, and out of it. */
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
