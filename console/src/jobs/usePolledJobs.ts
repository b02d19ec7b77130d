import { useEffect, useRef } from 'react'
import { isConnected, useConnected } from '../api/connection.ts'
import { polling } from '../api/polling.ts'
import { isActive } from './labels.ts'

interface Polled {
  jobs: readonly Parameters<typeof isActive>[0][]
  refetch: () => Promise<unknown>
}

/**
 * Polls while live updates are down and one of the shown jobs is pending, queued or running (second specification file, section 9).
 * @returns whether it does
 */
export function usePolledJobs(polled: Polled): boolean {
  const isPolling = !useConnected() && polled.jobs.some(isActive)
  const latest = useRef(polled)
  useEffect(() => {
    latest.current = polled
  })
  useEffect(
    () =>
      isPolling
        ? polling.register('jobs', {
            isActive: () => !isConnected() && latest.current.jobs.some(isActive),
            poll: () => latest.current.refetch(),
          })
        : undefined,
    [isPolling],
  )
  return isPolling
}
