import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { listGroups } from '@steward/contract/groups/endpoints'
import { m } from '@steward/contract/paraglide/messages'
import { groupsPerTenant } from '@steward/contract/rules/name-rules'
import { problemMessage } from '../../api/problem.ts'
import { endpointQuery } from '../../api/query.ts'
import { usePermission } from '../../session/permissions/permissions.ts'
import { AssignList } from './AssignList.tsx'
import { afterClick, assignedTo, groupsOf, rowsOf } from './assignment.ts'
import type { AssignPartProps } from './AssignTags.tsx'

/** All groups of the tenant. */
const groupsQuery = endpointQuery(listGroups, ['user_group'], { query: { limit: groupsPerTenant } })

/** The groups of the jobs, then all others. */
export function AssignGroups({ jobs, choices, onChoose }: AssignPartProps) {
  const mayView = usePermission('Admin.ViewGroups')
  const [typed, setTyped] = useState('')
  const query = useQuery({ ...groupsQuery, enabled: mayView })
  const found = useMemo(
    () => (query.data?.items ?? []).map(({ groupId, groupName }) => ({ id: groupId, name: groupName, isActive: true })),
    [query.data],
  )
  return (
    <AssignList
      label={m.jobs_manage_groups()}
      findLabel={m.jobs_manage_groups_find()}
      typed={typed}
      onType={setTyped}
      rows={rowsOf({ jobs, read: groupsOf, choices, first: assignedTo(jobs, groupsOf), found, typed })}
      total={jobs.length}
      onToggle={(row) => onChoose(afterClick(choices, row, row.original), row)}
      isLoading={mayView && query.data === undefined && !query.error}
      failure={mayView ? query.error && problemMessage(query.error, m.groups_error_list()) : m.jobs_manage_groups_reason()}
      empty={m.jobs_manage_groups_empty()}
      more={0}
    />
  )
}
