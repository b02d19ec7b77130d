import { m } from '@steward/contract/paraglide/messages'
import { Button } from './Button.tsx'

/** Beside saving, while there is something to discard. */
export const DiscardButton = ({ form }: { form: { formState: { isDirty: boolean }; reset: () => void } }) =>
  form.formState.isDirty ? (
    <Button kind="quiet" onClick={() => form.reset()}>
      {m.ui_discard_confirm()}
    </Button>
  ) : null
