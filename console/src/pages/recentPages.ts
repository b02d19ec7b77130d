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
  const path = placeOf(pathname)?.page.path
  return path === '/launchpad' ? undefined : path
}

/** Notes that a page was opened. */
export function noteVisit(userId: string, pathname: string): void {
  const page = pageOf(pathname)
  if (page === undefined) return
  const others = recentPages(userId).filter((path) => path !== page)
  localStorage.setItem(keyOf(userId), JSON.stringify([page, ...others].slice(0, remembered)))
}
