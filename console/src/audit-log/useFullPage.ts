import { useEffect } from 'react'
import type { LogPosition } from '../ui/table/LogPages.tsx'

/** The newest page is always full: going to newer rows would otherwise end on a page with a few. */
export function useFullPage({ after }: LogPosition, part: { hasNewer: boolean } | undefined, showNewest: () => void): void {
  const isShort = after !== undefined && part !== undefined && !part.hasNewer
  useEffect(() => {
    if (isShort) showNewest()
    // Once for each short page; the function is a new one each time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isShort])
}
