import { useCallback, useSyncExternalStore } from 'react'
import { notifyManager } from '@tanstack/react-query'
import { combineStatuses, type Status } from '@steward/contract/rules/status'
import { problemStatus } from './problem.ts'
import { queryClient } from './query.ts'
import { GivenUpError } from './retry.ts'

/**
 * The status of every asynchronous action by key (both specification files, section 4). A change's key is the first part of
 * its `mutationKey` (`change_password`, `RoleManagement_create_role`), a read's the id of its endpoint (`listGroups`).
 */
export interface StatusRecord {
  key: string
  type: Exclude<Status, 'none'>
  /** The HTTP status of an error response. */
  code?: number
}

const mutations = queryClient.getMutationCache()
const queries = queryClient.getQueryCache()

/** The status of the newest action under that key; undefined if there was none, or it was long ago. */
export function statusRecord(key: string): StatusRecord | undefined {
  const change = mutations.findAll({ mutationKey: [key] }).at(-1)
  if (change !== undefined) return recordOf(key, change.state)
  // Only active reads count: list pages that were left say nothing about the current one.
  const records = queries.findAll({ queryKey: [key], type: 'active' }).flatMap((query) => recordOf(key, query.state) ?? [])
  const whole = combineStatuses(records.map(({ type }) => type))
  return records.find(({ type }) => type === whole)
}

/** The states that changes and reads have in common. */
interface ActionState {
  status: 'idle' | 'pending' | 'success' | 'error'
  error: unknown
  fetchStatus?: string
}

function recordOf(key: string, state: ActionState): StatusRecord | undefined {
  switch (state.status) {
    case 'idle':
      return undefined
    case 'pending':
      return { key, type: 'loading' }
    case 'success':
      return { key, type: 'finished' }
    case 'error': {
      // A failed read is being retried.
      if (state.fetchStatus === 'fetching') return { key, type: 'loading' }
      if (state.error instanceof GivenUpError) return { key, type: 'cancelled' }
      const code = problemStatus(state.error)
      return code === undefined ? { key, type: 'failed' } : { key, type: 'failed', code }
    }
  }
}

/** The combined status of several actions: failed wins over loading, then canceled, then finished, then none. */
export function combinedStatus(keys: readonly string[]): Status {
  return combineStatuses(keys.map((key) => statusRecord(key)?.type ?? 'none'))
}

/** The combined status of a screen's actions; re-renders when it changes. */
export function useStatus(...keys: string[]): Status {
  const subscribe = useCallback((listener: () => void) => {
    // Deferred until after rendering: the caches also notify about actions that a render starts.
    const later = notifyManager.batchCalls(listener)
    const ends = [mutations.subscribe(later), queries.subscribe(later)]
    return () => {
      for (const end of ends) end()
    }
  }, [])
  return useSyncExternalStore(subscribe, () => combinedStatus(keys))
}
