import type { PermissionName } from '@steward/contract/rules/permissions'
import type { Area } from '../area.ts'
import type { FlagService } from '../flags/service.ts'
import type { Gate } from '../http/principal.ts'
import type { Shared } from '../shared.ts'
import { bindAccessRoutes } from './routes.ts'
import { createPeopleService } from './people-service.ts'
import { createAccessService, createPermissionService } from './service.ts'
import { usersGranted } from './users-granted.ts'

/** Permissions: what users and keys can do, and why. */
export interface AccessArea extends Area {
  /** Returns without a query if the principal is cached. */
  isGranted: Gate['isGranted']
  /** Returns which of these users of a tenant have a permission; in a fixed number of queries unless a feature flag matters. */
  usersGranted(tenantId: string, permission: PermissionName, userIds: readonly string[]): Promise<Set<string>>
}

export function createAccessArea({ db, config }: Shared, { flags }: { flags: FlagService }): AccessArea {
  // Permissions are cached for the lifetime of an access token.
  const permissions = createPermissionService(db, flags, { lifetimeMs: config.accessTokenSeconds * 1_000 })
  const service = createAccessService(db, flags, permissions)
  const people = createPeopleService(db, flags, permissions)
  return {
    name: 'access',
    isGranted: (principal, permission) => permissions.isGranted(principal, permission),
    usersGranted: (tenantId, permission, userIds) => usersGranted(db, permissions, { tenantId, permission, userIds }),
    bind: (bind) => bindAccessRoutes(bind, service, people),
    onChange: (message) => {
      permissions.cache.onChange(message)
      people.onChange(message)
    },
  }
}
