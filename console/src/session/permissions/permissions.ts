import { hashKey, useQuery } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { getPermissions } from '@steward/contract/access/endpoints'
import type { Permissions } from '@steward/contract/access/schemas'
import { m } from '@steward/contract/paraglide/messages'
import type { PermissionName } from '@steward/contract/rules/permissions'
import { missingPermission } from '@steward/contract/rules/routes'
import { onMoment, shownMoment, useShownMoment } from '../../api/moment.ts'
import { endpointQuery, queryClient } from '../../api/query.ts'
import { takeEarly } from '../../boot/early.ts'

/** The user's own permissions. The server announces on the websocket when they might have changed. */
export const permissionsQuery = {
  ...endpointQuery(getPermissions, [], {}, () => takeEarly('permissions')),
  staleTime: Number.POSITIVE_INFINITY,
}

/** Keeps the user's permissions loaded. Only the shell calls this, since it is mounted for as long as they are needed. */
export function useKeptPermissions(): void {
  useQuery({ ...permissionsQuery, notifyOnChangeProps: [] })
}

const permissionsHash = hashKey(permissionsQuery.queryKey)

const ownPermissions = (): Permissions['permissions'] | undefined =>
  queryClient.getQueryCache().get<Permissions>(permissionsHash)?.state.data?.permissions

/** Reads the cache directly: a page checks a dozen permissions, and a query observer for each would be wasteful. */
const subscribe = (listener: () => void) => {
  const stops = [
    queryClient.getQueryCache().subscribe(({ query }) => {
      if (query.queryHash === permissionsHash) listener()
    }),
    onMoment(listener),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Whether a permission is granted; an unknown one, or one not loaded yet, counts as not (specification 1, section 6). */
export function hasPermission(name: PermissionName): boolean {
  return ownPermissions()?.[name] === true
}

const changes = /^(?:Admin\.(?:Edit|Manage|Configure|TenantAdministrator)|Monitoring\.Manage)/

/** Whether it can be used on what the console shows: nothing of the past can be changed. */
const isUsable = (name: PermissionName): boolean => shownMoment() === undefined || !changes.test(name)

/** Whether a permission can be used here, as a hook: renders again when the answer changes. */
export function usePermission(name: PermissionName): boolean {
  return useSyncExternalStore(subscribe, () => hasPermission(name) && isUsable(name))
}

/** For components that depend on several permissions. */
export function useCan(): (name: PermissionName) => boolean {
  const isGrantedTo = useGranted()
  const moment = useShownMoment()
  return (name) => isGrantedTo(name) && (moment === undefined || !changes.test(name))
}

/** What is granted, also while the console shows the past: for what leads to pages. */
export function useGranted(): (name: PermissionName) => boolean {
  const own = useSyncExternalStore(subscribe, ownPermissions)
  return (name) => own?.[name] === true
}

/** Why nothing can be changed while the console shows the past. */
export const pastReason = (): string | undefined => (shownMoment() === undefined ? undefined : m.shell_moment_read_only())

/** Why something can't be changed: `missing`, unless the reason is that the console shows the past. */
export const unchangeable = (missing: string): string => pastReason() ?? missing

interface At {
  location: { pathname: string; href: string }
}

const deny = (at: At, permission: PermissionName) => redirect({ to: '/401', search: { from: at.location.href, permission }, replace: true })

/**
 * Redirects to /401 if a permission is missing (specification 1, section 2): one that the path needs (`contract/src/rules/routes.ts`)
 * or one that a panel names in its route's `staticData`.
 */
export function requireOpen(at: At, ofPanels: readonly PermissionName[]): void {
  const missing = missingPermission(at.location.pathname, hasPermission) ?? ofPanels.find((name) => !hasPermission(name))
  if (missing !== undefined) throw deny(at, missing)
}

/** Whether an address that was refused for lack of `permission` can be opened now. */
export function isOpen(href: string, permission: string | undefined): boolean {
  const path = href.split(/[?#]/, 1)[0] ?? ''
  return isGranted(permission) && missingPermission(path, hasPermission) === undefined
}

function isGranted(name: string | undefined): boolean {
  return name !== undefined && ownPermissions()?.[name] === true
}
