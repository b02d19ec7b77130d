import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { cx } from '../ui/display/cx.ts'
import css from './Shell.module.css'

/** Specification 1, section 9: quick navigations show nothing; the bar then runs for 5000 ms (in its style) and stops there. */
const throttleMs = 200
/**
 * Specification 1, section 9, the page transition's minimum: once shown, the bar does not disappear immediately. The
 * page itself is shown as soon as it is ready (docs/adr/016).
 */
const minimumMs = 500
/** The bar fills and fades out. */
const endMs = 180

type Phase = 'hidden' | 'running' | 'ending'

/** A thin bar at the top while a page is loading. */
export function LoadingBar() {
  const loading = useRouterState({ select: (state) => state.isLoading })
  const [phase, setPhase] = useState<Phase>('hidden')
  const shownAt = useRef(0)
  useEffect(() => {
    if (loading && phase !== 'running') {
      const timer = setTimeout(() => {
        shownAt.current = Date.now()
        setPhase('running')
      }, throttleMs)
      return () => clearTimeout(timer)
    }
    if (loading || phase === 'hidden') return
    const wait = phase === 'ending' ? endMs : Math.max(0, shownAt.current + minimumMs - endMs - Date.now())
    const timer = setTimeout(() => setPhase(phase === 'running' ? 'ending' : 'hidden'), wait)
    return () => clearTimeout(timer)
  }, [loading, phase])
  return phase === 'hidden' ? null : <div className={cx(css.bar, phase === 'ending' && css.barEnding)} data-loading-bar aria-hidden />
}
