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

/** The menu page of a path, including the paths of its panels and subpages. */
export function pageOf(pathname: string): string | undefined {
  const path = placeOf(pathname)?.page.path
  return path === '/launchpad' ? undefined : path
}

/** Records a visit to a page. */
export function noteVisit(userId: string, pathname: string): void {
  const page = pageOf(pathname)
  if (page === undefined) return
  const others = recentPages(userId).filter((path) => path !== page)
  localStorage.setItem(keyOf(userId), JSON.stringify([page, ...others].slice(0, remembered)))
}
