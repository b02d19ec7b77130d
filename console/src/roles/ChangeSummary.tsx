import { m } from '@steward/contract/paraglide/messages'
import type { Role } from '@steward/contract/roles/schemas'
import { GainLoss } from '../ui/display/GainLoss.tsx'
import { difference } from '../ui/form/setConflict.ts'
import { actionLabel } from './actionTree.ts'
import type { RoleValues } from './changes.ts'
import shared from './roles.module.css'
import css from './ChangeSummary.module.css'
import { reachOf } from './counts.ts'

/** How many actions are listed by name; the picker marks all of them. */
const named = 8

/** What saving will change, and how many people are affected. Renders nothing without changes. */
export function ChangeSummary({ before, after, role }: { before: RoleValues; after: RoleValues; role?: Role }) {
  const { added, removed } = difference(before.actions, after.actions)
  const renamed = before.roleName !== after.roleName.trim()
  const described = before.description !== after.description.trim()
  if (added.length === 0 && removed.length === 0 && !renamed && !described) return null
  return (
    <div className={css.changes} role="region" aria-label={m.users_effect()}>
      <h3>{m.users_effect()}</h3>
      {renamed ? <p>{m.roles_change_name({ from: before.roleName, to: after.roleName })}</p> : null}
      {described ? <p>{m.roles_change_description()}</p> : null}
      <div className={css.lists}>
        <GainLoss label={m.roles_actions_gained({ count: added.length })} names={added.map(actionLabel)} tone="success" shown={named} />
        <GainLoss label={m.roles_actions_lost({ count: removed.length })} names={removed.map(actionLabel)} tone="danger" shown={named} />
      </div>
      {role && added.length + removed.length > 0 ? <p className={shared.muted}>{m.roles_change_people(reachOf(role))}</p> : null}
    </div>
  )
}
