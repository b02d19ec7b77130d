import { consoleRoutes, routeOf } from './routes.ts'

/** The default page of the help site (first specification file, section 2). */
export const homePage = 'home'

/**
 * The help page of a console route: its path, with parameter names as segments. Custom help sites follow the same
 * rule: `/company/company-licenses/{type}` is explained by `company/company-licenses/type`.
 * @param route a path of `consoleRoutes`
 */
export const helpPageOfRoute = (route: string): string => route.replaceAll(/[{}]/g, '').replace(/^\//, '') || homePage

/**
 * The help page for a console path: that of its route, or of the nearest parent route; Home if there is
 * none.
 * @param path below `/home`, without query and hash
 */
export function helpPageOf(path: string): string {
  return helpPageOfRoute(routeOf(path)?.path ?? '/')
}

/** Help for public pages; readable without a session. */
export const publicHelpPages: ReadonlySet<string> = new Set(
  consoleRoutes.filter((route) => route.isPublic).map((route) => helpPageOfRoute(route.path)),
)
