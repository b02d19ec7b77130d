import { m } from '@steward/contract/paraglide/messages'
import type { Role } from '@steward/contract/roles/schemas'
import { GainLoss } from '../ui/display/GainLoss.tsx'
import { difference } from '../ui/form/setConflict.ts'
import { actionLabel } from './actionTree.ts'
import shared from './roles.module.css'
import css from './ChangeSummary.module.css'
import { reachOf } from './counts.ts'

/** How many actions are listed by name; the picker marks all of them. */
const named = 8

/** What saving will change, and how many people are affected. */
export function ChangeSummary({ before, after, role }: { before: readonly string[]; after: readonly string[]; role: Role }) {
  const { added, removed } = difference(before, after)
  return (
    <div className={css.changes} role="status">
      <GainLoss label={m.roles_actions_gained({ count: added.length })} names={added.map(actionLabel)} tone="success" shown={named} />
      <GainLoss label={m.roles_actions_lost({ count: removed.length })} names={removed.map(actionLabel)} tone="danger" shown={named} />
      <p className={shared.muted}>{m.roles_change_people(reachOf(role))}</p>
    </div>
  )
}
