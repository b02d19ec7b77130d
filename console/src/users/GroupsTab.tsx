import { useQuery } from '@tanstack/react-query'
import { Plus, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import type { Group } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import type { User } from '@steward/contract/users/schemas'
import { problemMessage } from '../api/problem.ts'
import { invalidateTables } from '../api/query.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { alerts } from '../api/alerts.ts'
import { Badge, Status } from '../ui/display/Badge.tsx'
import { Button } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import { Combobox } from '../ui/form/Combobox.tsx'
import { cx } from '../ui/display/cx.ts'
import { SaveBar } from '../ui/form/SaveBar.tsx'
import { SaveConflict } from '../ui/form/SaveConflict.tsx'
import { StaleNotice } from '../ui/form/StaleNotice.tsx'
import { useVersionedSave } from '../ui/form/useVersionedSave.ts'
import { GainLoss } from '../ui/display/GainLoss.tsx'
import { NameList } from '../ui/display/NameList.tsx'
import { LeaveGuard } from '../ui/overlay/SidePanel.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '../ui/display/states.tsx'
import { roleEffect } from './groupEffect.ts'
import { membershipConflict, resolvedMembership } from './membership.ts'
import { groupsWithRolesQuery, readUserAgain, saveUser, userQuery, userTables, type VersionedUser } from './queries.ts'
import { groupOption } from './groupOption.ts'
import shared from './users.module.css'
import css from './GroupsTab.module.css'
import { editReason, fullName } from './labels.ts'

const groupIdsOf = ({ data }: VersionedUser): string[] => (data.groups ?? []).map((group) => group.groupId)
const sameSet = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((id) => b.includes(id))

/** A user's groups, edited together; shows the roles gained and lost before saving. */
export function GroupsTab({ userId }: { userId: string }) {
  const user = useQuery(userQuery(userId))
  const mayViewGroups = usePermission('Admin.ViewGroups')
  const groups = useQuery({ ...groupsWithRolesQuery, enabled: mayViewGroups })
  if (user.data === undefined) return null
  if (!mayViewGroups) return <KnownGroups user={user.data.data} />
  if (groups.isPending) return <SkeletonLines count={6} />
  if (groups.data === undefined)
    return (
      <ErrorState
        error={groups.error}
        fallback={m.users_error_groups()}
        onRetry={() => void groups.refetch()}
        retrying={groups.isFetching}
      />
    )
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
  const [base, setBase] = useState(latest)
  const [chosen, setChosen] = useState(() => groupIdsOf(latest))
  const before = groupIdsOf(base)
  const isDirty = !sameSet(before, chosen)
  const follow = (entity: VersionedUser) => {
    setBase(entity)
    setChosen(groupIdsOf(entity))
  }
  // Without edits, the form follows other users' changes; with edits, it keeps them, and saving detects the conflict.
  if (latest.etag !== base.etag && !isDirty) follow(latest)

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
          onChange={(choice) => choice && setChosen([...chosen, choice.value])}
          disabled={reason !== undefined}
          hint={reason}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState title={m.users_groups_none_title()}>{m.users_groups_none_text()}</EmptyState>
      ) : (
        <ul className={shared.rows} aria-label={m.users_tab_groups()}>
          {shown.map((group) => (
            <GroupRow
              key={group.groupId}
              group={group}
              was={before.includes(group.groupId)}
              is={chosen.includes(group.groupId)}
              reason={reason}
              onToggle={(is) => setChosen(is ? [...chosen, group.groupId] : chosen.filter((id) => id !== group.groupId))}
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
          onUndo={() => setChosen(before)}
        >
          <div role="status" className={shared.stack}>
            {effect.gained.length + effect.lost.length === 0 ? <p className={shared.muted}>{m.users_effect_none()}</p> : null}
            <GainLoss label={m.users_roles_gained()} names={effect.gained} tone="success" />
            <GainLoss label={m.users_roles_lost()} names={effect.lost} tone="danger" />
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

interface GroupRowProps {
  group: Group
  was: boolean
  is: boolean
  reason: string | undefined
  onToggle: (is: boolean) => void
}

function GroupRow({ group, was, is, reason, onToggle }: GroupRowProps) {
  const roles = (group.roles ?? []).map((role) => role.roleName)
  const managed = group.isManagedByProvider ? m.error_group_managed_elsewhere() : undefined
  return (
    <li className={cx(shared.rowItem, !is && shared.leaving)}>
      <div className={shared.rowText}>
        <span className={shared.rowName}>
          <span>{group.groupName}</span>
          {was || !is ? null : <Badge tone="success">{m.users_groups_new()}</Badge>}
          {is ? null : <Badge tone="danger">{m.users_groups_leaving()}</Badge>}
          {group.status === 'Disabled' ? <Status tone="neutral">{m.users_group_disabled()}</Status> : null}
        </span>
        <span className={shared.muted}>{roles.length === 0 ? m.users_groups_no_roles() : <NameList names={roles} shown={4} />}</span>
      </div>
      {is ? (
        <Button
          small
          kind="quiet"
          icon={<X />}
          disabledReason={reason ?? managed}
          onClick={() => onToggle(false)}
          aria-label={m.ui_remove({ name: group.groupName })}
        >
          {m.users_groups_remove()}
        </Button>
      ) : (
        <Button
          small
          kind="quiet"
          icon={was ? <Undo2 /> : <Plus />}
          onClick={() => onToggle(true)}
          aria-label={m.users_groups_keep({ name: group.groupName })}
        >
          {m.users_undo()}
        </Button>
      )}
    </li>
  )
}
