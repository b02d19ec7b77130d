import { getChange, listChanges, undoChange } from '@steward/contract/changes/endpoints'
import type { Bind } from '../http/binding.ts'
import { callerOf } from '../http/caller.ts'
import type { ChangesService } from './service.ts'

/** Binds changes and their undo. */
export function bindChangeRoutes(bind: Bind, changes: ChangesService): void {
  bind(listChanges, async (call) => changes.list(callerOf(call), call.query))
  bind(getChange, async (call) => changes.get(callerOf(call), call.params.changeId))
  bind(undoChange, async (call) => changes.undo(call.principal, callerOf(call), call.params.changeId))
}
