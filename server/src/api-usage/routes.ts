import { getApiUsage, listApiFailures } from '@steward/contract/api-usage/endpoints'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import type { ApiUsageService } from './service.ts'

/** Binds the endpoints of the page "API monitoring". */
export function bindApiUsageRoutes(bind: Bind, usage: ApiUsageService): void {
  bind(getApiUsage, async (call) => usage.read(callerOf(call), call.query))
  bind(listApiFailures, async (call) => ({ items: await usage.failures(callerOf(call), call.query) }))
}
