import { consoleRoutes } from '@steward/contract/rules/routes'

const titles = new Map(consoleRoutes.map((page) => [page.path as string, page.title]))

/**
 * The title of the page that a route file names (`contract/src/rules/pages.ts`); undefined for panels and tabs, which give
 * their own.
 * @param routeId of the router, such as `/_shell/user-administration/resource-groups/$app`
 */
export const pageTitleOf = (routeId: string): (() => string) | undefined =>
  titles.get(
    routeId
      .replace(/^\/_shell/, '')
      // A segment that ends so is of the path, but not below the page of that path.
      .replaceAll(/_(?=\/|$)/g, '')
      .replaceAll(/\$(\w+)/g, '{$1}'),
  )
