import { getHome } from '@steward/contract/home/endpoints'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import type { HomeService } from './service.ts'

/** Binds the home page of the contract. */
export function bindHomeRoutes(bind: Bind, home: HomeService): void {
  bind(getHome, async (call) => home.read(call.principal, callerOf(call), call.query.parts))
}
