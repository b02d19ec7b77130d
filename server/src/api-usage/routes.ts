import { getApiUsage, listApiFailures } from '@steward/contract/api-usage/endpoints'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import type { ApiUsageService } from './service.ts'

/** Binds what the page "API monitoring" reads. */
export function bindApiUsageRoutes(bind: Bind, usage: ApiUsageService): void {
  bind(getApiUsage, async (call) => usage.read(callerOf(call), call.query))
  bind(listApiFailures, async (call) => ({ items: await usage.failures(callerOf(call), call.query) }))
}
