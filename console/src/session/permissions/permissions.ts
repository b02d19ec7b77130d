import { hashKey, useQuery } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { getPermissions } from '@steward/contract/access/endpoints'
import type { Permissions } from '@steward/contract/access/schemas'
import type { PermissionName } from '@steward/contract/rules/permissions'
import { missingPermission } from '@steward/contract/rules/routes'
import { endpointQuery, queryClient } from '../../api/query.ts'

/** The own permissions. The server announces on the websocket when they may have changed. */
export const permissionsQuery = { ...endpointQuery(getPermissions, [], {}), staleTime: Number.POSITIVE_INFINITY }

/** Keeps the own permissions, which nobody else does: for the shell, which is there as long as they are wanted. */
export function useKeptPermissions(): void {
  useQuery({ ...permissionsQuery, notifyOnChangeProps: [] })
}

const permissionsHash = hashKey(permissionsQuery.queryKey)

const ownPermissions = (): Permissions['permissions'] | undefined =>
  queryClient.getQueryCache().get<Permissions>(permissionsHash)?.state.data?.permissions

/** Of the cache itself: a page asks for a dozen permissions, and need not make an observer of the query for each. */
const subscribe = (listener: () => void) =>
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash === permissionsHash) listener()
  })

/** Whether a permission is granted; an unknown one, or one not loaded yet, counts as not (specification 1, section 6). */
export function hasPermission(name: PermissionName): boolean {
  return ownPermissions()?.[name] === true
}

/** The same, and renders again when the answer changes. */
export function usePermission(name: PermissionName): boolean {
  return useSyncExternalStore(subscribe, () => hasPermission(name))
}

/** For what depends on several permissions at once. */
export function useCan(): (name: PermissionName) => boolean {
  const own = useSyncExternalStore(subscribe, ownPermissions)
  return (name) => own?.[name] === true
}

interface At {
  location: { pathname: string; href: string }
}

const deny = (at: At, permission: PermissionName) => redirect({ to: '/401', search: { from: at.location.href, permission }, replace: true })

/**
 * Leads to /401 where a permission is missing (specification 1, section 2): one that the path needs (`contract/src/rules/routes.ts`)
 * or one that a panel names in its route's `staticData`.
 */
export function requireOpen(at: At, ofPanels: readonly PermissionName[]): void {
  const missing = missingPermission(at.location.pathname, hasPermission) ?? ofPanels.find((name) => !hasPermission(name))
  if (missing !== undefined) throw deny(at, missing)
}

/** Whether an address that was refused because `permission` was missing can be opened now. */
export function isOpen(href: string, permission: string | undefined): boolean {
  const path = href.split(/[?#]/, 1)[0] ?? ''
  return isGranted(permission) && missingPermission(path, hasPermission) === undefined
}

function isGranted(name: string | undefined): boolean {
  return name !== undefined && ownPermissions()?.[name] === true
}
