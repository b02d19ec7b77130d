import { useQuery } from '@tanstack/react-query'
import type { FederationSetup } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { usePermission } from '../session/permissions/permissions.ts'
import { mappableGroupsQuery } from './queries.ts'

/** Returns a group's name by its id, for groups that can be mapped and those already mapped. */
export function useGroupName(setup: FederationSetup | null): (groupId: string) => string {
  const { data } = useQuery({ ...mappableGroupsQuery, enabled: usePermission('Admin.ViewGroups') })
  return (groupId) =>
    data?.items.find((group) => group.groupId === groupId)?.groupName ??
    setup?.groupMappings.find((mapping) => mapping.groupId === groupId)?.groupName ??
    m.sso_mapping_gone()
}
