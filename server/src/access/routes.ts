import { getPermissions } from '@steward/contract/access/endpoints'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import type { AccessService } from './service.ts'

/** Binds the endpoints for permissions of oneself or another user, and their reasons. */
export function bindAccessRoutes(bind: Bind, access: AccessService): void {
  bind(getPermissions, async (call) => access.explain(call.principal, callerOf(call), call.query))
}
