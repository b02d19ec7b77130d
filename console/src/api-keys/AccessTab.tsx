import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import type { ApiKey } from '@steward/contract/api-keys/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { usePermission } from '../session/permissions/permissions.ts'
import { DescriptionList } from '../ui/display/DescriptionList.tsx'
import { SkeletonLines } from '../ui/display/states.tsx'
import { RecordSection, RecordSections } from '../ui/record/parts.tsx'
import { KeyGroupsField } from './KeyFields.tsx'
import { KeyForm } from './KeyForm.tsx'
import { keyQuery } from './queries.ts'
import { keyRolesQuery } from './recordQueries.ts'

/** The groups of a key, and the roles that it has through them. */
export function AccessTab({ keyId }: { keyId: string }) {
  const { data } = useQuery(keyQuery(keyId))
  const canViewGroups = usePermission('Admin.ViewGroups')
  const canViewRoles = usePermission('Admin.ViewRoles')
  if (data === undefined) return null
  return (
    <RecordSections>
      <KeyForm latest={data} fields={(form, readOnly) => <KeyGroupsField form={form} readOnly={readOnly} />} />
      {canViewGroups && canViewRoles && data.data.groups.length > 0 ? (
        <RecordSection title={m.keys_roles()}>
          <Roles groups={data.data.groups} />
        </RecordSection>
      ) : null}
    </RecordSections>
  )
}

function Roles({ groups }: Pick<ApiKey, 'groups'>) {
  const query = useQuery(keyRolesQuery)
  if (query.isPending) return <SkeletonLines count={groups.length} />
  const roles = new Map(query.data?.items.map((group) => [group.groupId, group.roles ?? []]))
  return (
    <DescriptionList
      items={groups.map(({ groupId, groupName }) => ({
        term: (
          <Link to="/user-administration/groups/$groupId" params={{ groupId }}>
            {groupName}
          </Link>
        ),
        value: listed(
          (roles.get(groupId) ?? []).map(({ roleId, roleName }) => (
            <Link key={roleId} to="/user-administration/roles/$roleId" params={{ roleId }}>
              {roleName}
            </Link>
          )),
        ),
      }))}
    />
  )
}

const listed = (links: readonly ReactNode[]): ReactNode =>
  links.length === 0
    ? m.keys_roles_none()
    : links.map((link, index) => (
        <Fragment key={index}>
          {index > 0 ? ' · ' : ''}
          {link}
        </Fragment>
      ))
