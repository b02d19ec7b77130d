import { useQuery } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import type { Action } from '@steward/contract/roles/schemas'
import type { PermissionInputs } from '@steward/contract/rules/permission-inputs'
import { alerts } from '../api/alerts.ts'
import { problemMessage } from '../api/problem.ts'
import { invalidateTables } from '../api/query.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { Callout } from '../ui/display/Callout.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { SkeletonLines } from '../ui/display/states.tsx'
import { SaveBar } from '../ui/form/SaveBar.tsx'
import { SaveConflict } from '../ui/form/SaveConflict.tsx'
import { resolvedSet, sameSet } from '../ui/form/setConflict.ts'
import { StaleNotice } from '../ui/form/StaleNotice.tsx'
import { useChosenSet } from '../ui/form/useChosenSet.ts'
import { useVersionedSave, valuesIn } from '../ui/form/useVersionedSave.ts'
import { LeaveGuard } from '../ui/overlay/SidePanel.tsx'
import { RoleActions } from './RoleActions.tsx'
import { actionConflict, actionOperations, actionsIn } from './changes.ts'
import { ChangeSummary } from './ChangeSummary.tsx'
import { editReason, reservedReason } from './permissions.ts'
import { roleQuery, roleTables } from './queries.ts'
import { readRoleAgain, saveRole, type VersionedRole } from './recordQueries.ts'
import { useRoleChoices } from './useRoleChoices.ts'
import shared from './roles.module.css'

const sameActions = (a: VersionedRole, b: VersionedRole) => sameSet(actionsIn(a), actionsIn(b))

/** What people with the role can do, saved together, with the effect shown before saving. */
export function ActionsTab({ roleId }: { roleId: string }) {
  const { data } = useQuery(roleQuery(roleId))
  const choices = useRoleChoices()
  if (data === undefined) return <SkeletonLines count={12} />
  if ('reads' in choices) return <PendingState query={choices.reads} fallback={m.roles_error_actions()} lines={12} />
  return <Actions latest={data} {...choices} />
}

function Actions({ latest, available, own }: { latest: VersionedRole; available: readonly Action[]; own: PermissionInputs }) {
  const role = latest.data
  const { base, before, chosen, isDirty, follow, choose, undo } = useChosenSet(latest, actionsIn)
  const save = useVersionedSave<VersionedRole, string[]>({
    key: 'RoleManagement_update_role',
    save: (actions, ifMatch, from) => {
      const operations = actionOperations(actionsIn(from), actions)
      return operations.length > 0 ? saveRole(role.roleId, operations, ifMatch) : readRoleAgain(role.roleId)
    },
    latest: () => readRoleAgain(role.roleId),
    isSame: sameActions,
    onSaved: (saved) => {
      follow(saved)
      void invalidateTables(roleTables)
      alerts.success(m.roles_updated({ name: saved.data.roleName }))
    },
  })
  const mayEdit = usePermission('Admin.EditRoles')
  const reason = reservedReason(role) ?? editReason(mayEdit)
  const failure = save.error ? problemMessage(save.error, m.roles_error_update()) : undefined
  return (
    <div className={shared.stack}>
      <LeaveGuard isDirty={() => isDirty} />
      {reason === undefined ? null : <Callout tone="info">{role.isReserved ? m.roles_reserved_text() : reason}</Callout>}
      <StaleNotice show={isDirty && !sameActions(base, latest)} onTakeTheirs={() => follow(latest)} />
      <RoleActions available={available} own={own} selected={chosen} before={before} onChange={choose} readOnly={reason !== undefined} />
      {isDirty || failure !== undefined ? (
        <SaveBar
          failure={failure}
          isDirty={isDirty}
          loading={save.isSubmitting}
          saveLabel={m.roles_actions_save()}
          onSave={() => void save.submit(chosen, base).catch(() => undefined)}
          onUndo={undo}
        >
          <ChangeSummary roleId={role.roleId} before={before} after={chosen} />
        </SaveBar>
      ) : null}
      <SaveConflict
        save={save}
        name={role.roleName}
        fields={(conflict) => actionConflict(valuesIn(conflict, actionsIn))}
        resolved={(conflict, sides) => resolvedSet(valuesIn(conflict, actionsIn), sides)}
        errorFallback={m.roles_error_update()}
      />
    </div>
  )
}
