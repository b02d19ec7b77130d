import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { catalogText } from '@steward/contract/catalog/texts'
import type { PermissionName } from '@steward/contract/rules/permissions'
import { formatMoment, formatNumber } from '../i18n/time.ts'
import { useCan } from '../session/permissions/permissions.ts'
import { DescriptionList } from '../ui/display/DescriptionList.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { RadioGroup } from '../ui/form/RadioGroup.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { useDebounced } from '../ui/form/useDebounced.ts'
import { ScrollTable } from '../ui/table/ScrollTable.tsx'
import { fullName, statusLabel } from '../users/labels.ts'
import css from './AccessPage.module.css'
import { AsOfField } from './AsOfField.tsx'
import { AsOfNotice } from './AsOfNotice.tsx'
import { actionTitle } from './questions.ts'
import { PastLicenses } from './PastLicenses.tsx'
import { PastUnread, type ReadQuery } from './PastUnread.tsx'
import { pastGroupQuery, pastGroupsQuery, pastRoleQuery, pastRolesQuery, pastUserQuery, pastUsersQuery } from './pastQueries.ts'
import type { AsOfSearch } from './search.ts'

const pastKinds = ['user', 'group', 'role', 'license'] as const
type PastKind = (typeof pastKinds)[number]

const needs: Record<PastKind, PermissionName> = {
  user: 'Admin.ViewUsers',
  group: 'Admin.ViewGroups',
  role: 'Admin.ViewRoles',
  license: 'Navigation.Licenses',
}
const labels: Record<PastKind, () => string> = { user: m.menu_users, group: m.menu_groups, role: m.menu_roles, license: m.menu_licenses }

/** Licenses have no pages of their own. */
type RecordKind = Exclude<PastKind, 'license'>

/** Users, groups, roles and licenses as they were at a moment, also those that are gone. */
export function AsOfTab({ search }: { search: AsOfSearch }) {
  const navigate = useNavigate()
  const can = useCan()
  const { record, id, asOf } = search
  const kind = pastKinds.find((one) => one === record) ?? 'user'
  const change = (patch: AsOfSearch) =>
    void navigate({ to: '/user-administration/access/as-of', search: (previous) => ({ ...previous, ...patch }), replace: true })
  return (
    <div className={css.page}>
      {asOf === undefined ? null : <AsOfNotice asOf={asOf} onBack={() => change({ asOf: undefined })} />}
      <AsOfField asOf={asOf} onChange={(next) => change({ asOf: next })} />
      <RadioGroup
        label={m.access_as_of_what()}
        value={kind}
        options={pastKinds.filter((one) => can(needs[one])).map((value) => ({ value, label: labels[value]() }))}
        inline
        onChange={(next) => change({ record: next, id: undefined })}
      />
      {asOf === undefined ? (
        <EmptyState title={m.access_as_of_empty_title()}>{m.access_as_of_empty_text()}</EmptyState>
      ) : id === undefined || kind === 'license' ? (
        <PastList key={kind} kind={kind} asOf={asOf} />
      ) : (
        <>
          <PastRecord kind={kind} id={id} asOf={asOf} />
          <PastLink kind={kind} asOf={asOf}>
            {m.access_as_of_all()}
          </PastLink>
        </>
      )}
    </div>
  )
}

/** Stays at the moment. */
function PastLink({ kind, id, asOf, children }: { kind: RecordKind; id?: string; asOf: string; children: ReactNode }) {
  return (
    <Link to="/user-administration/access/as-of" search={{ record: kind, id, asOf }}>
      {children}
    </Link>
  )
}

const lists = { user: PastUsers, group: PastGroups, role: PastRoles, license: PastLicenses }

function PastList({ kind, asOf }: { kind: PastKind; asOf: string }) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim())
  const Rows = lists[kind]
  return (
    <>
      <TextField type="search" label={m.access_as_of_search()} value={typed} onChange={({ target }) => setTyped(target.value)} />
      <Rows asOf={asOf} search={search} />
    </>
  )
}

interface PastListProps {
  asOf: string
  search: string
}

function PastUsers({ asOf, search }: PastListProps) {
  const query = useQuery(pastUsersQuery(asOf, search))
  const rows = query.data?.items.map((user) => ({ id: user.userId, name: fullName(user), detail: user.email }))
  return <Found kind="user" asOf={asOf} query={query} rows={rows} detail={m.users_column_email()} />
}

function PastGroups({ asOf, search }: PastListProps) {
  const query = useQuery(pastGroupsQuery(asOf, search))
  const rows = query.data?.items.map((group) => ({
    id: group.groupId,
    name: group.groupName,
    detail: formatNumber(group.groupDetails?.userCount ?? 0),
  }))
  return <Found kind="group" asOf={asOf} query={query} rows={rows} detail={m.groups_column_users()} />
}

function PastRoles({ asOf, search }: PastListProps) {
  const query = useQuery(pastRolesQuery(asOf, search))
  const rows = query.data?.items.map((role) => ({
    id: role.roleId,
    name: role.roleName,
    detail: formatNumber(role.roleDetails?.actionCount ?? 0),
  }))
  return <Found kind="role" asOf={asOf} query={query} rows={rows} detail={m.roles_column_actions()} />
}

interface FoundProps {
  kind: RecordKind
  asOf: string
  query: ReadQuery & { data: { totalCount: number } | undefined }
  rows: readonly { id: string; name: string; detail: string }[] | undefined
  /** Label of the second column. */
  detail: string
}

function Found({ kind, asOf, query, rows, detail }: FoundProps) {
  if (rows === undefined) return <PastUnread query={query} />
  if (rows.length === 0) return <EmptyState title={m.access_as_of_none()} />
  const rest = (query.data?.totalCount ?? 0) - rows.length
  return (
    <>
      <ScrollTable label={labels[kind]()} boxed whole>
        <thead>
          <tr>
            <th scope="col">{m.users_column_name()}</th>
            <th scope="col">{detail}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <PastLink kind={kind} id={row.id} asOf={asOf}>
                  {row.name}
                </PastLink>
              </th>
              <td>{row.detail}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {rest > 0 ? <p>{m.access_as_of_more({ count: rest })}</p> : null}
    </>
  )
}

const records = { user: PastUser, group: PastGroup, role: PastRole }

function PastRecord({ kind, id, asOf }: { kind: RecordKind; id: string; asOf: string }) {
  const Shown = records[kind]
  return <Shown id={id} asOf={asOf} />
}

interface PastRecordProps {
  id: string
  asOf: string
}

function Facts({ name, items }: { name: string; items: readonly { term: string; value: ReactNode }[] }) {
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      <DescriptionList items={items} />
    </section>
  )
}

/** Names that lead to their records of the same moment. */
function Names({ kind, asOf, of }: { kind: RecordKind; asOf: string; of: readonly { id: string; name: string }[] }) {
  if (of.length === 0) return m.ui_empty_value()
  return of.map(({ id, name }, index) => (
    <span key={id}>
      {index === 0 ? null : ', '}
      <PastLink kind={kind} id={id} asOf={asOf}>
        {name}
      </PastLink>
    </span>
  ))
}

function PastUser({ id, asOf }: PastRecordProps) {
  const query = useQuery(pastUserQuery(id, asOf))
  const user = query.data
  if (user === undefined) return <PastUnread query={query} />
  const { groups = [], roles = [] } = user
  return (
    <>
      <Facts
        name={fullName(user)}
        items={[
          { term: m.users_column_email(), value: user.email },
          { term: m.users_column_status(), value: user.isDisabled ? m.users_status_disabled() : statusLabel(user.status) },
          {
            term: m.users_column_groups(),
            value: <Names kind="group" asOf={asOf} of={groups.map(({ groupId, groupName }) => ({ id: groupId, name: groupName }))} />,
          },
          {
            term: m.users_column_roles(),
            value: <Names kind="role" asOf={asOf} of={roles.map(({ roleId, roleName }) => ({ id: roleId, name: roleName }))} />,
          },
          { term: m.users_column_created(), value: user.userDetails ? formatMoment(user.userDetails.createdTime) : null },
        ]}
      />
      <Link to="/user-administration/access" search={{ user: id, asOf }}>
        {m.access_as_of_explain()}
      </Link>
    </>
  )
}

function PastGroup({ id, asOf }: PastRecordProps) {
  const query = useQuery(pastGroupQuery(id, asOf))
  const group = query.data
  if (group === undefined) return <PastUnread query={query} />
  const { roles = [], usernames = [] } = group
  return (
    <Facts
      name={group.groupName}
      items={[
        { term: m.users_column_status(), value: group.status === 'Enabled' ? m.groups_status_enabled() : m.groups_status_disabled() },
        {
          term: m.groups_column_roles(),
          value: <Names kind="role" asOf={asOf} of={roles.map(({ roleId, roleName }) => ({ id: roleId, name: roleName }))} />,
        },
        { term: m.groups_column_users(), value: formatNumber(group.groupDetails?.userCount ?? 0) },
        { term: m.access_as_of_members(), value: usernames.length === 0 ? m.ui_empty_value() : usernames.join(', ') },
      ]}
    />
  )
}

function PastRole({ id, asOf }: PastRecordProps) {
  const query = useQuery(pastRoleQuery(id, asOf))
  const role = query.data
  if (role === undefined) return <PastUnread query={query} />
  const { groups = [], actions = [] } = role
  return (
    <Facts
      name={catalogText(role.roleName)}
      items={[
        { term: m.roles_column_description(), value: role.description || m.ui_empty_value() },
        {
          term: m.roles_column_groups(),
          value: <Names kind="group" asOf={asOf} of={groups.map(({ groupId, groupName }) => ({ id: groupId, name: groupName }))} />,
        },
        { term: m.roles_column_users(), value: formatNumber(role.roleDetails?.userCount ?? 0) },
        {
          term: m.roles_column_actions(),
          value: role.isReserved ? m.roles_all_actions() : actions.map(actionTitle).join(', ') || m.ui_empty_value(),
        },
      ]}
    />
  )
}
