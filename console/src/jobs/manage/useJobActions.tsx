import { useState, type ReactNode } from 'react'
import { deferred } from '../../ui/overlay/deferred.tsx'
import type { JobActionKind, ManagedJob } from './managedJob.ts'

// Dialogs load when they are needed; the list does not wait for them.
const CancelDialog = deferred(() => import('./CancelDialog.tsx').then((module) => module.CancelDialog))
const PriorityDialog = deferred(() => import('./PriorityDialog.tsx').then((module) => module.PriorityDialog))
const AssignDialog = deferred(() => import('./AssignDialog.tsx').then((module) => module.AssignDialog))

export interface JobActionsState {
  start: (kind: JobActionKind, jobs: readonly ManagedJob[]) => void
  /** The open dialog; the caller renders it. */
  dialogs: ReactNode
}

/** Cancels jobs, changes their priority, or assigns tags and groups: for one job or a selection. */
export function useJobActions(): JobActionsState {
  const [started, setStarted] = useState<{ kind: JobActionKind; jobs: readonly ManagedJob[] }>()
  const start = (kind: JobActionKind, jobs: readonly ManagedJob[]) => setStarted({ kind, jobs })
  if (started === undefined) return { start, dialogs: null }
  const props = { jobs: started.jobs, onClose: () => setStarted(undefined) }
  const dialog = {
    cancel: <CancelDialog {...props} />,
    priority: <PriorityDialog {...props} />,
    assign: <AssignDialog {...props} />,
  }[started.kind]
  return { start, dialogs: dialog }
}
