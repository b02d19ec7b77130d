import {
  cancelUserChange,
  changeMatchingUsers,
  countUsers,
  getUserChange,
  undoUserChange,
} from '@steward/contract/users/matching-endpoints'
import type { Bind } from '../../http/binding.ts'
import { callerOf } from '../../http/caller.ts'
import { textsFor } from '../../http/problems.ts'
import type { MatchingService } from './service.ts'

/** Binds the changes of all users that match a filter. */
export function bindMatchingRoutes(bind: Bind, changes: MatchingService): void {
  bind(changeMatchingUsers, async (call) => changes.start(callerOf(call), call.body, textsFor(call.request)))
  bind(countUsers, async (call) => changes.counts(callerOf(call)))
  bind(getUserChange, async (call) => changes.get(callerOf(call), call.params.userChangeId, textsFor(call.request)))
  bind(cancelUserChange, async (call) => changes.cancel(callerOf(call), call.params.userChangeId, textsFor(call.request)))
  bind(undoUserChange, async (call) => changes.undo(callerOf(call), call.params.userChangeId, textsFor(call.request)))
}
