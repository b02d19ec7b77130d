import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { configQuery } from '../api/config.ts'
import { userSettingsHash } from '../session/settings/hashes.ts'
import { useUser } from '../session/token/state.ts'

/** Long enough for the first page to be complete. */
const flagsAfterMs = 4_000
const guidanceAfterMs = 1_000
const ignoredKeysAfterMs = 1_000
const reminderAfterMs = 2_000

/** Once a page load. */
let hasNamedIgnoredKeys = false

/** Parts of a session that can wait: loaded after the first page, each in a separate chunk. */
export function useAfterPaint(): void {
  const router = useRouter()
  const { userId, isFederated } = useUser()
  const hasGuidance = useQuery(configQuery).data?.hasGuidance === true
  useEffect(
    () =>
      later(ignoredKeysAfterMs, async (isLeft) => {
        if (hasNamedIgnoredKeys) return
        hasNamedIgnoredKeys = true
        const { nameIgnoredKeys } = await import('./ignoredKeys.ts')
        if (!isLeft()) nameIgnoredKeys(router)
      }),
    [router],
  )
  useEffect(
    () =>
      isFederated
        ? undefined
        : later(reminderAfterMs, async () => {
            const { remindOfFactor } = await import('../session/factors/remind.ts')
            const openSettings = () => void router.navigate({ to: '.', search: true, state: true, hash: userSettingsHash })
            await remindOfFactor(userId, openSettings)
          }),
    [router, userId, isFederated],
  )
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

/** Starts `work` after a delay; returns a cleanup that cancels it, or stops it with its own cleanup if it has started. */
function later(afterMs: number, work: (isLeft: () => boolean) => Promise<(() => void) | void>): () => void {
  let left = false
  let stop: (() => void) | void
  const timer = setTimeout(() => {
    // The next page requests a chunk that failed to load again; see api/chunkReload.ts.
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
