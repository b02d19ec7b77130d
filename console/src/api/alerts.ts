import { useSyncExternalStore } from 'react'
import { takeToldChange } from './ownChanges.ts'

export type AlertType = 'danger' | 'info' | 'success' | 'warning'

/** Specification 1, section 3. */
export interface Alert {
  id: string
  type: AlertType
  message: string
  dismissable: boolean
  /** Disappears after its reading time, or stays until dismissed. */
  mode: 'timed' | 'sticky'
  /** What can be done about it: undo it, or view what was made. */
  action?: { label: string; onSelect: () => void }
  /** The change that it is about, which can be undone. */
  changeId?: string | undefined
}

type Options = Partial<Pick<Alert, 'dismissable' | 'mode' | 'action' | 'changeId'>>

let list: readonly Alert[] = []
let next = 0
const listeners = new Set<() => void>()

function publish(alerts: readonly Alert[]): void {
  list = alerts
  for (const listener of listeners) listener()
}

function show(type: AlertType, message: string, options: Options = {}): string {
  const id = String(next++)
  // A repeated message replaces the older one.
  const others = list.filter((alert) => alert.message !== message || alert.type !== type)
  publish([...others, { id, type, message, dismissable: true, mode: 'timed', ...options }])
  return id
}

/** Short messages over the page, from anywhere in the console. */
export const alerts = {
  success: (message: string, options?: Options) => show('success', message, { changeId: takeToldChange(), ...options }),
  info: (message: string, options?: Options) => show('info', message, options),
  warning: (message: string, options?: Options) => show('warning', message, options),
  danger: (message: string, options?: Options) => show('danger', message, options),
  dismiss: (id: string) => publish(list.filter((alert) => alert.id !== id)),
  clear: () => publish([]),
}

export function useAlerts(): readonly Alert[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => list,
  )
}
