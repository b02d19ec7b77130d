import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import css from './Shell.module.css'

/** Specification 1, section 9: quick navigations show nothing. */
const throttleMs = 200

/** A thin bar at the top while a page loads; it runs for 5000 ms and waits there. */
export function LoadingBar() {
  const loading = useRouterState({ select: (state) => state.isLoading })
  return loading ? <DelayedBar /> : null
}

function DelayedBar() {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), throttleMs)
    return () => clearTimeout(timer)
  }, [])
  return shown ? <div className={css.bar} aria-hidden /> : null
}
