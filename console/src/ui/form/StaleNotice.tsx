import { m } from '@steward/contract/paraglide/messages'
import { Button } from './Button.tsx'
import { Callout } from '../display/Callout.tsx'

/**
 * Warns, while a form has unsaved changes, that someone else saved another version. Nothing is lost: saving shows both
 * versions, and the user can also load theirs right away.
 */
export function StaleNotice({ show, onTakeTheirs }: { show: boolean; onTakeTheirs: () => void }) {
  if (!show) return null
  return (
    <Callout
      tone="warning"
      role="status"
      title={m.ui_stale_title()}
      actions={
        <Button small onClick={onTakeTheirs}>
          {m.ui_stale_take()}
        </Button>
      }
    >
      {m.ui_stale_text()}
    </Callout>
  )
}
