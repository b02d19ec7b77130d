import { m } from '@steward/contract/paraglide/messages'
import { patchRole } from '@steward/contract/roles/endpoints'
import { usePreview } from '../effects/preview.ts'
import { PreviewedEffects } from '../effects/PreviewedEffects.tsx'
import { GainLoss } from '../ui/display/GainLoss.tsx'
import { difference } from '../ui/form/setConflict.ts'
import { actionLabel } from './actionTree.ts'
import { actionOperations } from './changes.ts'
import css from './ChangeSummary.module.css'

/** How many actions are listed by name; the picker marks all of them. */
const named = 8

interface ChangeSummaryProps {
  roleId: string
  before: readonly string[]
  after: readonly string[]
}

/** The actions that saving adds and removes, and who gains and loses what. */
export function ChangeSummary({ roleId, before, after }: ChangeSummaryProps) {
  const { added, removed } = difference(before, after)
  const operations = actionOperations(before, after)
  const preview = usePreview(patchRole, operations.length > 0 ? { params: { roleId }, body: operations } : undefined)
  return (
    <div className={css.changes}>
      <GainLoss label={m.roles_actions_gained({ count: added.length })} names={added.map(actionLabel)} tone="success" shown={named} />
      <GainLoss label={m.roles_actions_lost({ count: removed.length })} names={removed.map(actionLabel)} tone="danger" shown={named} />
      <PreviewedEffects preview={preview} />
    </div>
  )
}
