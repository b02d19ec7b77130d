import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UserMinus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Group } from '@steward/contract/groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import type { User } from '@steward/contract/users/schemas'
import { problemMessage } from '../api/problem.ts'
import { invalidateTables } from '../api/query.ts'
import { usePermission } from '../session/permissions/permissions.ts'
import { alerts } from '../api/alerts.ts'
import { Button } from '../ui/form/Button.tsx'
import { Callout } from '../ui/display/Callout.tsx'
import type { Choice } from '../ui/form/Combobox.tsx'
import type { DataColumn } from '../ui/table/columns.ts'
import { PickTable, usePickFind } from '../ui/table/PickTable.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { UserStatusBadge } from '../users/columns.tsx'
import { fullName } from '../users/labels.ts'
import css from './groups.module.css'
import { MembersDialog } from './MembersDialog.tsx'
import { userChoice } from './UserPicker.tsx'
import { groupQuery, groupTables, membersQuery, saveOnTop } from './queries.ts'
import { memberOperation, type MemberChange } from './operations.ts'
import { editReason, membersReason } from './permissions.ts'

const columns = (): DataColumn<User>[] => [
  {
    id: 'name',
    header: m.groups_pick_name(),
    cell: (user) => (
      <Link to="/user-administration/users/$userId" params={{ userId: user.userId }}>
        {fullName(user)}
      </Link>
    ),
  },
  { id: 'email', header: m.groups_pick_email(), cell: (user) => user.email },
  { id: 'status', header: m.users_column_status(), cell: (user) => <UserStatusBadge user={user} />, width: 'narrow' },
]

/** The members of a group: search, add and remove. */
export function MembersTab({ groupId }: { groupId: string }) {
  const { data } = useQuery(groupQuery(groupId))
  const mayViewUsers = usePermission('Admin.ViewUsers')
  if (data === undefined) return null
  if (!mayViewUsers) return <KnownMembers group={data.data} />
  return <Members group={data.data} />
}

/** For users who can see groups but not users: only the member data of the group itself. */
function KnownMembers({ group }: { group: Group }) {
  return (
    <div className={css.stack}>
      <Callout tone="info">{m.groups_users_no_view()}</Callout>
      <ul className={css.rows} aria-label={m.groups_tab_members()}>
        {(group.usernames ?? []).map((username) => (
          <li key={username} className={css.rowItem}>
            {username}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The open dialog: add users, or remove the picked ones. */
type Question = MemberChange | undefined

function Members({ group }: { group: Group }) {
  const find = usePickFind()
  const query = useQuery(membersQuery(group.groupId, find))
  const [picked, setPicked] = useState<Choice[]>([])
  const [question, setQuestion] = useState<Question>()
  const reason = editReason(usePermission('Admin.EditGroups')) ?? membersReason(group)
  const mutation = useMutation({
    mutationKey: ['GroupManagement_change_members'],
    mutationFn: ({ kind, users }: { kind: MemberChange; users: readonly Choice[] }) =>
      saveOnTop(group.groupId, [memberOperation(kind, users)]),
    onSuccess: (_, { kind, users }) => {
      setQuestion(undefined)
      setPicked([])
      void invalidateTables([...groupTables, 'app_user'])
      const names = { count: users.length, name: users[0]?.label ?? '', group: group.groupName }
      alerts.success(kind === 'add' ? m.groups_members_added(names) : m.groups_members_removed(names))
    },
  })
  const ask = (next: Question) => {
    mutation.reset()
    setQuestion(next)
  }
  return (
    <div className={css.stack}>
      {group.isManagedByProvider ? <Callout tone="info">{m.error_group_managed_elsewhere()}</Callout> : null}
      <PickTable
        label={m.groups_tab_members()}
        searchLabel={m.groups_members_find()}
        columns={columns()}
        query={query}
        find={find}
        choiceOf={userChoice}
        picked={picked}
        onPick={setPicked}
        reason={reason}
        actions={
          <>
            {picked.length > 0 ? (
              <Button icon={<UserMinus />} disabledReason={reason} onClick={() => ask('remove')}>
                {m.groups_members_remove({ count: picked.length })}
              </Button>
            ) : null}
            <Button kind="primary" icon={<UserPlus />} disabledReason={reason} onClick={() => ask('add')}>
              {m.groups_members_add()}
            </Button>
          </>
        }
        empty={<EmptyState title={m.groups_members_none_title()}>{m.groups_members_none_text()}</EmptyState>}
        errorFallback={m.groups_error_members()}
      />
      {question === undefined ? null : (
        <MembersDialog
          question={question}
          group={group}
          leaving={picked}
          onClose={() => setQuestion(undefined)}
          onConfirm={(users) => mutation.mutate({ kind: question, users })}
          loading={mutation.isPending}
          failure={mutation.error ? problemMessage(mutation.error, m.groups_error_update()) : undefined}
        />
      )}
    </div>
  )
}
