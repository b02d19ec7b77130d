import { useSyncExternalStore } from 'react'
import { breakpoints } from './breakpoints.ts'

const query = `(width < ${breakpoints.tablet}em)`

/** Whether the window is narrower than a tablet, for differences that CSS can't express. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => (media ??= matchMedia(query)).matches)
}

/** Created once, because every render compares it. */
let media: MediaQueryList | undefined

function subscribe(changed: () => void): () => void {
  media ??= matchMedia(query)
  media.addEventListener('change', changed)
  return () => media?.removeEventListener('change', changed)
}
