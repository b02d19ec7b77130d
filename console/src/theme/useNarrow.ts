import { useSyncExternalStore } from 'react'
import { breakpoints } from './breakpoints.ts'

const query = `(width < ${breakpoints.tablet}px)`

/** Whether the window is narrower than a tablet, for what differs in more than its style. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => (media ??= matchMedia(query)).matches)
}

/** Asked for once: every render compares. */
let media: MediaQueryList | undefined

function subscribe(changed: () => void): () => void {
  media ??= matchMedia(query)
  media.addEventListener('change', changed)
  return () => media?.removeEventListener('change', changed)
}
