import { useState, type ReactNode } from 'react'
import { deferred } from '../ui/overlay/deferred.tsx'
import type { BulkAction } from './bulkActions.ts'

// Loads with the first action; the list does not wait for it.
const UserActionFlow = deferred(() => import('./UserActionFlow.tsx').then((module) => module.UserActionFlow))

export interface UserActions {
  /** Asks for confirmation if needed, runs the action, shows the result. */
  start: (action: BulkAction) => void
  /** The confirmation, or the list of failures; rendered by the component that uses the hook. */
  dialogs: ReactNode
}

/**
 * Delete, disable, enable, invite again and group changes: for one user from a menu or many from a selection. All that match a
 * filter, or more than one call changes, are changed in the background: `onRun` gets the id of that change.
 */
export function useUserActions(
  onDone: (action: BulkAction, succeeded: readonly string[]) => void = () => {},
  onRun: (userChangeId: string) => void = () => {},
): UserActions {
  const [started, setStarted] = useState<BulkAction>()
  return {
    start: setStarted,
    dialogs: started ? (
      <UserActionFlow key={started.kind} action={started} onDone={onDone} onRun={onRun} onClose={() => setStarted(undefined)} />
    ) : null,
  }
}
