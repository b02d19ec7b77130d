import { useEffect, useEffectEvent } from 'react'
import type { LogPosition } from '../ui/table/LogPages.tsx'

/** The newest page is always full: going to newer rows would otherwise end on a page with a few. */
export function useFullPage({ after }: LogPosition, part: { hasNewer: boolean } | undefined, showNewest: () => void): void {
  const isShort = after !== undefined && part !== undefined && !part.hasNewer
  const show = useEffectEvent(showNewest)
  useEffect(() => {
    if (isShort) show()
  }, [isShort])
}
