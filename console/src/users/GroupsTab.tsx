import { useQuery } from '@tanstack/react-query'
import type { Group } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { updateUser } from '@steward/contract/users/endpoints'
import type { User } from '@steward/contract/users/schemas'
import { usePreview } from '../effects/preview.ts'
import { PreviewedEffects } from '../effects/PreviewedEffects.tsx'
import { problemMessage } from '../api/problem.ts'
import { invalidateTables } from '../api/query.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { alerts } from '../api/alerts.ts'
import { Status } from '../ui/display/Badge.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { Combobox } from '../ui/form/Combobox.tsx'
import { ChosenRow } from '../ui/form/ChosenRow.tsx'
import { SaveBar } from '../ui/form/SaveBar.tsx'
import { SaveConflict } from '../ui/form/SaveConflict.tsx'
import { StaleNotice } from '../ui/form/StaleNotice.tsx'
import { useChosenSet } from '../ui/form/useChosenSet.ts'
import { useVersionedSave } from '../ui/form/useVersionedSave.ts'
import { GainLoss } from '../ui/display/GainLoss.tsx'
import { NameList } from '../ui/display/NameList.tsx'
import { LeaveGuard } from '../ui/overlay/SidePanel.tsx'
import { PendingState } from '../ui/display/PendingState.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { roleEffect } from './groupEffect.ts'
import { membershipConflict, resolvedMembership } from './membership.ts'
import { userQuery, userTables } from './queries.ts'
import { groupsWithRolesQuery, readUserAgain, saveUser, type VersionedUser } from './recordQueries.ts'
import { groupOption } from './groupOption.ts'
import shared from './users.module.css'
import css from './GroupsTab.module.css'
import { editReason, fullName } from './labels.ts'

const groupIdsOf = ({ data }: VersionedUser): string[] => (data.groups ?? []).map((group) => group.groupId)

/** A user's groups, edited together; shows the roles gained and lost before saving. */
export function GroupsTab({ userId }: { userId: string }) {
  const user = useQuery(userQuery(userId))
  const mayViewGroups = usePermission('Admin.ViewGroups')
  const groups = useQuery({ ...groupsWithRolesQuery, enabled: mayViewGroups })
  if (user.data === undefined) return null
  if (!mayViewGroups) return <KnownGroups user={user.data.data} />
  if (groups.data === undefined) return <PendingState query={groups} fallback={m.users_error_groups()} lines={6} />
  return <Membership latest={user.data} groups={groups.data.items} />
}

/** For users who can see users but not groups: names only. */
function KnownGroups({ user }: { user: User }) {
  return (
    <div className={shared.stack}>
      <Callout tone="info">{m.users_groups_no_view()}</Callout>
      <ul className={shared.rows}>
        {(user.groups ?? []).map((group) => (
          <li key={group.groupId} className={shared.rowName}>
            {group.groupName}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Membership({ latest, groups }: { latest: VersionedUser; groups: readonly Group[] }) {
  const { base, before, chosen, isDirty, follow, toggle, undo } = useChosenSet(latest, groupIdsOf)
  const user = latest.data
  const reason = editReason(usePermission('Admin.EditUsers'))
  const save = useVersionedSave<VersionedUser, string[]>({
    key: 'UserManagement_update_groups',
    save: (groupIds, ifMatch) => saveUser(user.userId, { groupIds }, ifMatch),
    latest: () => readUserAgain(user.userId),
    onSaved: (saved) => {
      follow(saved)
      void invalidateTables(userTables)
      alerts.success(m.users_groups_saved({ name: fullName(saved.data) }))
    },
  })
  const preview = usePreview(updateUser, isDirty ? { params: { userId: user.userId }, body: { groupIds: chosen } } : undefined)
  const effect = roleEffect(groups, before, chosen)
  const shown = groups.filter((group) => before.includes(group.groupId) || chosen.includes(group.groupId))
  const failure = save.error ? problemMessage(save.error, m.users_error_update()) : undefined
  return (
    <div className={shared.stack}>
      <LeaveGuard isDirty={() => isDirty} />
      <StaleNotice show={isDirty && latest.etag !== base.etag} onTakeTheirs={() => follow(latest)} />
      <div className={css.picker}>
        <Combobox
          label={m.users_groups_add()}
          placeholder={m.users_group_find()}
          options={groups.filter((group) => !chosen.includes(group.groupId)).map(groupOption)}
          value={null}
          onChange={(choice) => choice && toggle(choice.value, true)}
          disabled={reason !== undefined}
          hint={reason}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState title={m.users_groups_none_title()}>{m.users_groups_none_text()}</EmptyState>
      ) : (
        <ul className={shared.rows} aria-label={m.users_tab_groups()}>
          {shown.map((group) => (
            <ChosenRow
              key={group.groupId}
              name={group.groupName}
              status={group.status === 'Disabled' ? <Status tone="neutral">{m.users_group_disabled()}</Status> : null}
              detail={<RoleNames group={group} />}
              was={before.includes(group.groupId)}
              is={chosen.includes(group.groupId)}
              leavingLabel={m.users_groups_leaving()}
              reason={reason ?? (group.isManagedByProvider ? m.error_group_managed_elsewhere() : undefined)}
              onToggle={(is) => toggle(group.groupId, is)}
            />
          ))}
        </ul>
      )}
      {isDirty || failure !== undefined ? (
        <SaveBar
          failure={failure}
          isDirty={isDirty}
          loading={save.isSubmitting}
          saveLabel={m.users_groups_save()}
          onSave={() => void save.submit(chosen, base).catch(() => undefined)}
          onUndo={undo}
        >
          <div className={shared.stack}>
            {effect.gained.length + effect.lost.length === 0 ? <p className={shared.muted}>{m.users_effect_none()}</p> : null}
            <GainLoss label={m.users_roles_gained()} names={effect.gained} tone="success" />
            <GainLoss label={m.users_roles_lost()} names={effect.lost} tone="danger" />
            {isDirty ? <PreviewedEffects preview={preview} /> : null}
          </div>
        </SaveBar>
      ) : null}
      <SaveConflict
        save={save}
        name={fullName(user)}
        fields={({ base: from, mine, theirs }) => membershipConflict(groups, groupIdsOf(from), mine, groupIdsOf(theirs))}
        resolved={({ mine, theirs }, sides) => resolvedMembership(mine, groupIdsOf(theirs), sides)}
        errorFallback={m.users_error_update()}
      />
    </div>
  )
}

function RoleNames({ group }: { group: Group }) {
  const roles = (group.roles ?? []).map((role) => role.roleName)
  return <span className={shared.muted}>{roles.length === 0 ? m.users_groups_no_roles() : <NameList names={roles} shown={4} />}</span>
}
