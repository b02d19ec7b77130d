import { m } from '@steward/contract/paraglide/messages'
import { alerts } from './alerts.ts'

/** Specification 1, sections 4 and 9: a page chunk that cannot be loaded reloads the page, at most once in this time. */
const guardMs = 60_000
const storageKey = 'steward.chunk-reload'
const errorName = 'ChunkFailure'

/**
 * Has every failed import of the build fail with words that people understand, under a name of its own. Nothing is
 * reloaded yet: code that was only fetched ahead, when the pointer came near, may fail without anybody missing it.
 */
export function markChunkFailures(): void {
  window.addEventListener('vite:preloadError', (event) => {
    // The router knows such errors by the browser's words and reloads the page by itself, without a limit in time.
    event.payload.message = m.shell_chunk_failed()
    event.payload.name = errorName
  })
  // A page says it itself. What is fetched ahead catches its failure, so this is a menu or a dialog that somebody opened.
  window.addEventListener('unhandledrejection', (event) => {
    if (!isChunkFailure(event.reason)) return
    event.preventDefault()
    void reloadForMissing()
  })
}

/**
 * The code of something that somebody opened over a page, such as a dialog, cannot be loaded: reloads the page, or says so.
 * @returns whether the page is being reloaded
 */
export async function reloadForMissing(): Promise<boolean> {
  const isReloading = await reloadOnce()
  if (!isReloading) alerts.danger(m.shell_chunk_failed())
  return isReloading
}

export const isChunkFailure = (error: unknown): boolean => error instanceof Error && error.name === errorName

/**
 * After a release the old chunks are gone; reloading brings the new ones. Does so unless the last reload was less than 60
 * seconds ago, or the server cannot be reached: then a page with a message is more use than the browser's own.
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
