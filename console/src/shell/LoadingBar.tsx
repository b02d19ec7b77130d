import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { cx } from '../ui/display/cx.ts'
import css from './Shell.module.css'

/** Specification 1, section 9: quick navigations show nothing; the bar then runs for 5000 ms (in its style) and waits there. */
const throttleMs = 200
/**
 * Specification 1, section 9, the page transition's minimum: what once says that a page loads does not vanish at once. The
 * page itself is shown as soon as it is there (docs/adr/016).
 */
const minimumMs = 500
/** The bar fills up and fades. */
const endMs = 180

type Phase = 'hidden' | 'running' | 'ending'

/** A thin bar at the top while a page loads. */
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
