import { countPeopleWithAccess, getAccessMap, getPermissions, listGrants, listPeopleWithAccess } from '@steward/contract/access/endpoints'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import type { PeopleService } from './people-service.ts'
import type { AccessService } from './service.ts'

/** Binds the endpoints for permissions and their reasons, who has them, and how to grant them. */
export function bindAccessRoutes(bind: Bind, access: AccessService, people: PeopleService): void {
  bind(getPermissions, async (call) => access.explain(call.principal, callerOf(call), call.query), { compresses: true })
  bind(listPeopleWithAccess, async (call) => people.list(callerOf(call), call.query))
  bind(countPeopleWithAccess, async (call) => people.count(callerOf(call), call.query))
  bind(getAccessMap, async (call) => people.map(callerOf(call)), { compresses: true })
  bind(listGrants, async (call) => people.grants(call.principal, callerOf(call), call.query))
}
