import { useQuery } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { getPermissions } from '@steward/contract/permissions'
import type { PermissionName } from '@steward/contract/rules/permissions'
import { endpointQuery, queryClient } from '../api/query.ts'

/** The own permissions. The server announces on the websocket when they may have changed. */
export const permissionsQuery = { ...endpointQuery(getPermissions, [], {}), staleTime: Number.POSITIVE_INFINITY }

/** Whether a permission is granted; an unknown one, or one not loaded yet, counts as not (specification 1, section 6). */
export function hasPermission(name: PermissionName): boolean {
  return queryClient.getQueryData(permissionsQuery.queryKey)?.permissions[name] === true
}

/** The same, and renders again when the answer changes. */
export function usePermission(name: PermissionName): boolean {
  return useQuery({ ...permissionsQuery, select: (own) => own.permissions[name] === true }).data === true
}

/** For what depends on several permissions at once. */
export function useCan(): (name: PermissionName) => boolean {
  const { data } = useQuery(permissionsQuery)
  return (name) => data?.permissions[name] === true
}

/**
 * For a route's `beforeLoad`: leads to /401 where the permission is missing (specification 1, section 2).
 * `beforeLoad: requirePermission('Navigation.UserManagement')`
 */
export function requirePermission(name: PermissionName) {
  return ({ location }: { location: { pathname: string } }): void => {
    if (!hasPermission(name)) throw redirect({ to: '/401', search: { from: location.pathname, permission: name }, replace: true })
  }
}
