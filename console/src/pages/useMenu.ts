import { useQuery } from '@tanstack/react-query'
import { useRouter, type AnyRoute, type AnyRouter } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { configQuery } from '../api/config.ts'
import { useCan } from '../session/permissions/permissions.ts'
import { visibleMenu, type MenuGroup } from './menu.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The icon of a page in the menu; the launchpad and the palette use it, too. */
    icon?: LucideIcon
  }
}

/** The icon of a page, from its route file; undefined if the console has no page at that path. */
export function pageIconOf(router: AnyRouter, path: string): LucideIcon | undefined {
  // The router knows the index route of a page by the page's path.
  for (let route: AnyRoute | undefined = router.routesByPath[path]; route; route = route.parentRoute) {
    const icon = route.options.staticData?.icon
    if (icon) return icon
  }
  return undefined
}

/** The user's menu entries, whether or not a side menu is shown. */
export function useAllowedMenu(): MenuGroup[] {
  const router = useRouter()
  const can = useCan()
  const { data: config } = useQuery(configQuery)
  return visibleMenu({ iconOf: (path) => pageIconOf(router, path), addressOf: (link) => config?.links[link], can })
}

/** The side menu's entries for this user. Empty for a user without a side menu, who has only the launchpad. */
export function useMenu(): MenuGroup[] {
  const can = useCan()
  const groups = useAllowedMenu()
  // With only the launchpad, the menu would have nowhere else to go.
  return can('Navigation.SideMenu') && groups.some((group) => group.id !== 'start') ? groups : []
}
