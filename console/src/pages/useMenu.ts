import { useQuery } from '@tanstack/react-query'
import { useRouter, type AnyRoute, type AnyRouter, type StaticDataRouteOption } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { configQuery } from '../api/config.ts'
import { useShownMoment } from '../api/moment.ts'
import { useCan, useGranted } from '../session/permissions/permissions.ts'
import { visibleMenu, type MenuGroup } from './menu.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The icon of a page in the menu; the launchpad and the palette use it, too. */
    icon?: LucideIcon
    /** Whether the page can show another moment; the innermost route that says so decides. */
    hasPast?: boolean
  }
}

/** What the route file of a page declares; undefined if none does, or the console has no page at that path. */
function declaredOf<Name extends keyof StaticDataRouteOption>(router: AnyRouter, path: string, name: Name): StaticDataRouteOption[Name] {
  // The router knows the index route of a page by the page's path.
  for (let route: AnyRoute | undefined = router.routesByPath[path]; route; route = route.parentRoute) {
    const declared = (route.options.staticData as StaticDataRouteOption | undefined)?.[name]
    if (declared !== undefined) return declared
  }
  return undefined
}

/** The icon of a page; undefined if the console has no page at that path. */
export const pageIconOf = (router: AnyRouter, path: string): LucideIcon | undefined => declaredOf(router, path, 'icon')

/** The user's menu entries, whether or not a side menu is shown; at another moment, those that can show it. */
export function useAllowedMenu(): MenuGroup[] {
  const router = useRouter()
  const can = useGranted()
  const moment = useShownMoment()
  const { data: config } = useQuery(configQuery)
  const hasPast = (path: string) => moment === undefined || declaredOf(router, path, 'hasPast') === true
  return visibleMenu({
    iconOf: (path) => (hasPast(path) ? pageIconOf(router, path) : undefined),
    addressOf: (link) => (moment === undefined ? config?.links[link] : undefined),
    can,
  })
}

/** The side menu's entries for this user. Empty for a user without a side menu, who has only the launchpad. */
export function useMenu(): MenuGroup[] {
  const can = useCan()
  const groups = useAllowedMenu()
  // With only the launchpad, the menu would have nowhere else to go.
  return can('Navigation.SideMenu') && groups.some((group) => group.id !== 'start') ? groups : []
}
