import type { AnyRouter } from '@tanstack/react-router'
import { configQuery } from '../api/config.ts'
import { queryClient } from '../api/query.ts'
import { loadGuidance } from '../help/guidance/loadGuidance.ts'
import { remindOfFactor } from '../session/factors/remind.ts'
import { userSettingsHash } from '../session/settings/hashes.ts'
import { nameIgnoredKeys } from './ignoredKeys.ts'

const reminderAfterMs = 1_000
const flagsAfterMs = 3_000

interface AfterPaint {
  router: AnyRouter
  userId: string
  isFederated: boolean
  /** Aborted when the session ends. */
  left: AbortSignal
}

/** Once a page load. */
let hasNamedIgnoredKeys = false

export function startAfterPaint({ router, userId, isFederated, left }: AfterPaint): void {
  if (left.aborted) return
  if (!hasNamedIgnoredKeys) {
    hasNamedIgnoredKeys = true
    nameIgnoredKeys(router)
  }
  // What fails here is tried again with the next page load.
  const later = (afterMs: number, work: () => Promise<void>) => {
    const timer = setTimeout(() => void work().catch(() => undefined), afterMs)
    left.addEventListener('abort', () => clearTimeout(timer))
  }
  later(0, async () => {
    const { hasGuidance } = await queryClient.ensureQueryData(configQuery)
    if (hasGuidance && !left.aborted) await loadGuidance(userId)
  })
  if (!isFederated)
    later(reminderAfterMs, () =>
      remindOfFactor(userId, () => void router.navigate({ to: '.', search: true, state: true, hash: userSettingsHash })),
    )
  later(flagsAfterMs, async () => {
    const { startOpenFeature } = await import('../flags/openFeature.ts')
    if (!left.aborted) left.addEventListener('abort', startOpenFeature(userId))
  })
}
