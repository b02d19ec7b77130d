import { m } from '@steward/contract/paraglide/messages'
import { GainLoss } from '../../ui/display/GainLoss.tsx'

/** Currencies shown of each kind; a vintage can have all there are. */
const shown = 40

/** Currencies that only one of two vintages has. */
export function Currencies({ gone, added }: { gone: readonly string[]; added: readonly string[] }) {
  if (gone.length + added.length === 0) return null
  return (
    <div>
      <GainLoss label={m.vintages_gone()} names={gone} tone="danger" shown={Math.min(shown, gone.length)} />
      <GainLoss label={m.vintages_new()} names={added} tone="success" shown={Math.min(shown, added.length)} />
    </div>
  )
}
