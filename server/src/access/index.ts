import type { PermissionName } from '@steward/contract/rules/permissions'
import type { ScheduledTask } from '../background/jobs.ts'
import type { ChangeMessage } from '../db/listen.ts'
import type { Bind } from '../http/binding.ts'
import type { Principal } from '../http/principal.ts'
import { describeUser } from './permission-inputs.ts'
import { usersGranted } from './granted.ts'
import { bindGroupRoutes } from '../groups/routes.ts'
import { type GroupService, createGroupService } from '../groups/service.ts'
import { bindPermissionRoutes, createPermissionService } from './permissions.ts'
import type { Identity, IdentityPorts } from './ports.ts'
import { bindRoleRoutes } from '../roles/routes.ts'
import { type RoleService, createRoleService } from '../roles/service.ts'
import { type ProvisioningRules, createProvisioningRules } from './provisioning.ts'
import { cleanUserMoves } from '../users/anchors.ts'
import { bindUserRoutes } from '../users/routes.ts'
import { type UserService, createUserService } from '../users/service.ts'

export { csvSourceOf } from '../exports/people-lists.ts'
export { activeAdministratorEmails, activeAdministrators, administratorsAmong } from './guard.ts'
export type { IdentityPorts } from './ports.ts'

export interface IdentityOptions extends IdentityPorts {
  /** Permissions are remembered for as long as an access token lives. */
  accessTokenSeconds: number
}

/** Users, groups, roles and what they allow. */
export interface IdentityArea {
  users: UserService
  groups: GroupService
  roles: RoleService
  /** What an identity provider is bound by that changes users and groups. */
  provisioning: ProvisioningRules
  /** For the gate; without a query while the principal's entry is warm. */
  isGranted(principal: Principal, permission: PermissionName): Promise<boolean>
  /** Which of these users of a tenant have a permission; in a fixed number of queries where no feature flag takes part. */
  usersGranted(tenantId: string, permission: PermissionName, userIds: readonly string[]): Promise<Set<string>>
  /** Applications and roles of a user, for sign-in. */
  describeUser: typeof describeUser
  schedule: readonly ScheduledTask[]
  /** To be subscribed to change events of all processes. */
  onChange(message: ChangeMessage): void
  bindRoutes(bind: Bind): void
}

export function createIdentity({ accessTokenSeconds, ...ports }: IdentityOptions): IdentityArea {
  const permissions = createPermissionService(ports.db, ports.flags, { lifetimeMs: accessTokenSeconds * 1000 })
  const identity: Identity = {
    ...ports,
    committed: (tenantId) => permissions.cache.forget(tenantId),
  }
  const users = createUserService(identity)
  const groups = createGroupService(identity)
  const roles = createRoleService(identity)
  return {
    users,
    groups,
    roles,
    provisioning: createProvisioningRules(identity),
    isGranted: (principal, permission) => permissions.isGranted(principal, permission),
    usersGranted: (tenantId, permission, userIds) => usersGranted(ports.db, permissions, { tenantId, permission, userIds }),
    describeUser,
    schedule: [{ name: 'clean_user_moves', cron: '53 * * * *', run: () => cleanUserMoves(ports.db) }],
    onChange: (message) => permissions.cache.onChange(message),
    bindRoutes(bind) {
      bindUserRoutes(bind, users, identity)
      bindGroupRoutes(bind, groups, identity)
      bindRoleRoutes(bind, roles, identity)
      bindPermissionRoutes(bind, ports.db, ports.flags, permissions)
    },
  }
}
