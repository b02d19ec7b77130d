/** Specification 1, sections 4 and 9: a page chunk that cannot be loaded reloads the page, at most once in this time. */
const guardMs = 60_000
const storageKey = 'steward.chunk-reload'

/** After a release the old chunks are gone; reloading brings the new ones. */
export function reloadOnChunkFailure(reload: () => void = () => location.reload()): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(storageKey) ?? 0)
    if (Date.now() - last < guardMs) return
    sessionStorage.setItem(storageKey, String(Date.now()))
    event.preventDefault()
    reload()
  })
}
