import { consoleRoutes, routeOf } from './routes.ts'

/** The page of the help site that opens where no other fits (first specification file, section 2). */
export const homePage = 'home'

/**
 * The page of the help site for a route of the console: named as the route, its parameters among the names. So a help site
 * of one's own follows the same rule: `/company/company-licenses/{type}` is explained by `company/company-licenses/type`.
 * @param route a path of `consoleRoutes`
 */
export const helpPageOfRoute = (route: string): string => route.replaceAll(/[{}]/g, '').replace(/^\//, '') || homePage

/**
 * The page of the help site for a path of the console: that of its route, or of the nearest route above it; Home where
 * there is none.
 * @param path below `/home`, without query and hash
 */
export function helpPageOf(path: string): string {
  return helpPageOfRoute(routeOf(path)?.path ?? '/')
}

/** Pages that explain what is shown to anybody; they are read without a session too. */
export const publicHelpPages: ReadonlySet<string> = new Set(
  consoleRoutes.filter((route) => route.isPublic).map((route) => helpPageOfRoute(route.path)),
)
