import { m } from '@steward/contract/paraglide/messages'
import { Button } from './Button.tsx'
import { Callout } from '../display/Callout.tsx'

/**
 * Tells, while a form holds changes, that somebody else saved another version. Nothing is lost either way: saving shows
 * both versions, and theirs can be taken at once.
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
