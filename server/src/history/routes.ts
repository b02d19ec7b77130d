import { getDifference, getHistory } from '@steward/contract/history/endpoints'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import type { HistoryService } from './service.ts'

/** Binds the history of the contract. */
export function bindHistoryRoutes(bind: Bind, history: HistoryService): void {
  bind(getHistory, async (call) => history.read(call.principal, callerOf(call), call.query))
  bind(getDifference, async (call) => history.compare(call.principal, callerOf(call), call.query))
}
