import { useQuery } from '@tanstack/react-query'
import type { FederationSetup } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { usePermission } from '../session/permissions/permissions.ts'
import { mappableGroupsQuery } from './queries.ts'

/** What a group is called, by its id: of those that may be mapped, and of those that a setup maps already. */
export function useGroupName(setup: FederationSetup | null): (groupId: string) => string {
  const { data } = useQuery({ ...mappableGroupsQuery, enabled: usePermission('Admin.ViewGroups') })
  return (groupId) =>
    data?.items.find((group) => group.groupId === groupId)?.groupName ??
    setup?.groupMappings.find((mapping) => mapping.groupId === groupId)?.groupName ??
    m.sso_mapping_gone()
}
