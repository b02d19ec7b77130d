import { useSyncExternalStore } from 'react'
import { breakpoints } from '../theme/breakpoints.ts'

const query = `(width < ${breakpoints.tablet}px)`

/** Whether the window is narrower than a tablet, for what differs in more than its style. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

function subscribe(changed: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}
