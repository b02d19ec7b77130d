import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { patchGroup } from '@steward/contract/groups/endpoints'
import type { GroupOperation } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { compareText } from '../i18n/format.ts'
import { problemMessage } from '../api/problem.ts'
import { invalidateTables } from '../api/query.ts'
import { usePreview } from '../effects/preview.ts'
import { PreviewedEffects } from '../effects/PreviewedEffects.tsx'
import { useCan } from '../session/permissions/permissions.ts'
import { alerts } from '../api/alerts.ts'
import { Callout } from '../ui/display/Callout.tsx'
import type { Choice } from '../ui/form/Combobox.tsx'
import { ChosenRow } from '../ui/form/ChosenRow.tsx'
import { SaveBar } from '../ui/form/SaveBar.tsx'
import { SaveConflict } from '../ui/form/SaveConflict.tsx'
import { StaleNotice } from '../ui/form/StaleNotice.tsx'
import { useChosenSet } from '../ui/form/useChosenSet.ts'
import { useVersionedSave, valuesIn } from '../ui/form/useVersionedSave.ts'
import { GainLoss } from '../ui/display/GainLoss.tsx'
import { RemoteCombobox } from '../ui/form/RemoteCombobox.tsx'
import { difference, resolvedSet, sameSet, setConflict } from '../ui/form/setConflict.ts'
import { LeaveGuard } from '../ui/overlay/SidePanel.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { roleChoices } from '../users/choiceSources.ts'
import shared from './groups.module.css'
import css from './RolesTab.module.css'
import { groupQuery, groupTables, readGroupAgain, saveGroup, type VersionedGroup } from './queries.ts'
import { editReason, roleReason } from './permissions.ts'

const roleIdsOf = ({ data }: VersionedGroup): string[] => (data.roles ?? []).map((role) => role.roleId)
const sameRoles = (a: VersionedGroup, b: VersionedGroup) => sameSet(roleIdsOf(a), roleIdsOf(b))

/** Removed roles, then added roles; nothing unchanged (specification 2, section 4). */
export function roleOperations(before: readonly string[], after: readonly string[]): GroupOperation[] {
  const { added, removed } = difference(before, after)
  return [
    ...(removed.length > 0 ? [{ operation: 'Remove' as const, targetProperty: 'RoleIds' as const, value: removed }] : []),
    ...(added.length > 0 ? [{ operation: 'Add' as const, targetProperty: 'RoleIds' as const, value: added }] : []),
  ]
}

/** The roles a group gives to its members, saved together, with the number of affected users shown before saving. */
export function RolesTab({ groupId }: { groupId: string }) {
  const { data } = useQuery(groupQuery(groupId))
  return data === undefined ? null : <Roles latest={data} />
}

function Roles({ latest }: { latest: VersionedGroup }) {
  const can = useCan()
  const { base, before, chosen, isDirty, follow, toggle, undo } = useChosenSet(latest, roleIdsOf)
  // Names of all roles seen here: roles of the group and roles that were picked.
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map())
  const names = new Map([
    ...picked,
    ...[...(base.data.roles ?? []), ...(latest.data.roles ?? [])].map((role) => [role.roleId, role.roleName] as const),
  ])
  const nameOf = (roleId: string) => names.get(roleId) ?? roleId

  const group = latest.data
  const reason = editReason(can('Admin.EditGroups')) ?? (can('Admin.ViewRoles') ? undefined : m.groups_roles_no_view())
  const save = useVersionedSave<VersionedGroup, string[]>({
    key: 'GroupManagement_update_roles',
    save: (roleIds, ifMatch, from) => {
      const operations = roleOperations(roleIdsOf(from), roleIds)
      return operations.length > 0 ? saveGroup(group.groupId, operations, ifMatch) : readGroupAgain(group.groupId)
    },
    latest: () => readGroupAgain(group.groupId),
    isSame: sameRoles,
    onSaved: (saved) => {
      follow(saved)
      void invalidateTables(groupTables)
      alerts.success(m.groups_updated({ name: saved.data.groupName }))
    },
  })
  const add = (choice: Choice) => {
    setPicked(new Map([...picked, [choice.value, choice.label]]))
    toggle(choice.value, true)
  }
  const { added, removed } = difference(before, chosen)
  const shown = [...new Set([...before, ...chosen])].sort((a, b) => compareText(nameOf(a), nameOf(b)))
  const operations = roleOperations(before, chosen)
  const preview = usePreview(patchGroup, operations.length > 0 ? { params: { groupId: group.groupId }, body: operations } : undefined)
  const failure = save.error ? problemMessage(save.error, m.groups_error_update()) : undefined
  return (
    <div className={shared.stack}>
      <LeaveGuard isDirty={() => isDirty} />
      <StaleNotice show={isDirty && !sameRoles(base, latest)} onTakeTheirs={() => follow(latest)} />
      <p className={shared.muted}>{m.groups_roles_hint()}</p>
      {can('Admin.ViewRoles') ? (
        <div className={css.picker}>
          <RemoteCombobox
            key={chosen.length}
            source={roleChoices}
            label={m.groups_roles_add()}
            placeholder={m.groups_roles_find()}
            value={null}
            onChange={(choice) => choice && !chosen.includes(choice.value) && add(choice)}
            disabled={reason !== undefined}
            hint={reason}
          />
        </div>
      ) : (
        <Callout tone="info">{m.groups_roles_no_view()}</Callout>
      )}
      {shown.length === 0 ? (
        <EmptyState title={m.groups_roles_none_title()}>{m.groups_roles_none_text()}</EmptyState>
      ) : (
        <ul className={shared.rows} aria-label={m.groups_tab_roles()}>
          {shown.map((roleId) => (
            <ChosenRow
              key={roleId}
              name={nameOf(roleId)}
              title={
                can('Admin.ViewRoles') ? (
                  <Link to="/user-administration/roles/$roleId" params={{ roleId }}>
                    {nameOf(roleId)}
                  </Link>
                ) : undefined
              }
              was={before.includes(roleId)}
              is={chosen.includes(roleId)}
              leavingLabel={m.groups_role_leaving()}
              reason={reason ?? roleReason(group, nameOf(roleId))}
              onToggle={(is) => toggle(roleId, is)}
            />
          ))}
        </ul>
      )}
      {isDirty || failure !== undefined ? (
        <SaveBar
          failure={failure}
          isDirty={isDirty}
          loading={save.isSubmitting}
          saveLabel={m.groups_roles_save()}
          onSave={() => void save.submit(chosen, base).catch(() => undefined)}
          onUndo={undo}
        >
          <div className={shared.stack}>
            {group.status === 'Disabled' ? <p className={shared.muted}>{m.groups_roles_effect_disabled()}</p> : null}
            <GainLoss label={m.groups_roles_gained()} names={added.map(nameOf)} tone="success" />
            <GainLoss label={m.groups_roles_lost_unless()} names={removed.map(nameOf)} tone="danger" />
            {isDirty ? <PreviewedEffects preview={preview} /> : null}
          </div>
        </SaveBar>
      ) : null}
      <SaveConflict
        save={save}
        name={group.groupName}
        fields={(conflict) =>
          setConflict(valuesIn(conflict, roleIdsOf), { nameOf, present: m.groups_role_given(), absent: m.groups_role_not_given() })
        }
        resolved={(conflict, sides) => resolvedSet(valuesIn(conflict, roleIdsOf), sides)}
        errorFallback={m.groups_error_update()}
      />
    </div>
  )
}
