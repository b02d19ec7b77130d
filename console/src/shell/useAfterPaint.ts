import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { configQuery } from '../api/config.ts'
import { useUser } from '../session/token/state.ts'

/** Long enough for the first page to be complete. */
const flagsAfterMs = 4_000
const guidanceAfterMs = 1_000

/** What belongs to a session and nobody waits for: comes once the first page is there, each in a chunk of its own. */
export function useAfterPaint(): void {
  const { userId } = useUser()
  const hasGuidance = useQuery(configQuery).data?.hasGuidance === true
  useEffect(
    () =>
      later(flagsAfterMs, async (isLeft) => {
        const { startOpenFeature } = await import('../flags/openFeature.ts')
        return isLeft() ? undefined : startOpenFeature(userId)
      }),
    [userId],
  )
  useEffect(
    () =>
      hasGuidance
        ? later(guidanceAfterMs, async (isLeft) => {
            const { loadGuidance } = await import('../help/guidance/loadGuidance.ts')
            if (!isLeft()) await loadGuidance(userId)
          })
        : undefined,
    [userId, hasGuidance],
  )
}

/** Starts `work` after a time; returns how to leave: what has not begun does not, and what has ends by its own way out. */
function later(afterMs: number, work: (isLeft: () => boolean) => Promise<(() => void) | void>): () => void {
  let left = false
  let stop: (() => void) | void
  const timer = setTimeout(() => {
    // A chunk that does not arrive is asked for again with the next page; see api/chunkReload.ts.
    void work(() => left).then(
      (end) => {
        stop = end
        if (left) end?.()
      },
      () => undefined,
    )
  }, afterMs)
  return () => {
    left = true
    clearTimeout(timer)
    stop?.()
  }
}
