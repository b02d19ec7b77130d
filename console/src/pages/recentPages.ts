import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { noteEntity } from '../palette/recentEntities.ts'
import { useAuth } from '../session/token/state.ts'
import { placeOf } from './menu.ts'

const remembered = 12
const keyOf = (userId: string) => `steward.recent.${userId}`

/** The paths of pages that the user opened on this device, newest first. */
export function recentPages(userId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((path) => typeof path === 'string') : []
  } catch {
    return []
  }
}

/** The page of the menu that a path belongs to, panels and subpages included. */
export function pageOf(pathname: string): string | undefined {
  const path = placeOf(pathname)?.page.to
  return path === '/launchpad' ? undefined : path
}

/** Notes that a page was opened. */
export function noteVisit(userId: string, pathname: string): void {
  const page = pageOf(pathname)
  if (page === undefined) return
  const others = recentPages(userId).filter((path) => path !== page)
  localStorage.setItem(keyOf(userId), JSON.stringify([page, ...others].slice(0, remembered)))
}

/** Notes every page, person, group and role that the signed-in user opens from here on. */
export function useVisits(): void {
  const router = useRouter()
  const userId = useAuth().user?.userId
  useEffect(() => {
    if (userId === undefined) return
    const note = (pathname: string) => {
      noteVisit(userId, pathname)
      noteEntity(userId, pathname)
    }
    note(router.state.location.pathname)
    // Before the page is drawn: who leaves it at once finds it among the last ones all the same.
    return router.subscribe('onLoad', ({ toLocation }) => note(toLocation.pathname))
  }, [router, userId])
}
