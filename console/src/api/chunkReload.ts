import { m } from '@steward/contract/paraglide/messages'
import { alerts } from './alerts.ts'

/** Specification 1, sections 4 and 9: a page chunk that can't be loaded reloads the page, at most once in this time. */
const guardMs = 60_000
const storageKey = 'steward.chunk-reload'
const errorName = 'ChunkFailure'

/**
 * Gives every failed import of the build a readable message and its own error name. Doesn't reload the page yet, because a
 * failed preload often goes unnoticed.
 */
export function markChunkFailures(): void {
  window.addEventListener('vite:preloadError', (event) => {
    // The router detects such errors by the browser's message and reloads the page without a rate limit.
    event.payload.message = m.shell_chunk_failed()
    event.payload.name = errorName
  })
  // A page shows the error itself, and preloads catch theirs, so this is a menu or a dialog that a user opened.
  window.addEventListener('unhandledrejection', (event) => {
    if (!isChunkFailure(event.reason)) return
    event.preventDefault()
    void reloadForMissing()
  })
}

/**
 * Handles missing code of something opened over a page, such as a dialog: reloads the page, or shows an alert.
 * @returns whether the page is being reloaded
 */
export async function reloadForMissing(): Promise<boolean> {
  const isReloading = await reloadOnce()
  if (!isReloading) alerts.danger(m.shell_chunk_failed())
  return isReloading
}

export const isChunkFailure = (error: unknown): boolean => error instanceof Error && error.name === errorName

/**
 * After a release the old chunks are gone, and a reload gets the new ones. Doesn't reload if the last reload was less than 60
 * seconds ago or the server can't be reached: a page with a message is more useful than the browser's error page.
 * @returns whether the page is being reloaded
 */
export async function reloadOnce(reload: () => void = () => location.reload()): Promise<boolean> {
  const last = Number(sessionStorage.getItem(storageKey) ?? 0)
  if (Date.now() - last < guardMs || !(await isReachable())) return false
  sessionStorage.setItem(storageKey, String(Date.now()))
  reload()
  return true
}

async function isReachable(): Promise<boolean> {
  try {
    return (await fetch(import.meta.env.BASE_URL, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(5_000) })).ok
  } catch {
    return false
  }
}
