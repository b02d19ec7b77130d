import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { configQuery } from '../api/config.ts'
import { useCan } from '../session/permissions/permissions.ts'
import { visibleMenu, type MenuGroup } from './menu.ts'

/** What of the menu concerns this user, whether or not there is a side menu to show it. */
export function useAllowedMenu(): MenuGroup[] {
  const router = useRouter()
  const can = useCan()
  const { data: config } = useQuery({ ...configQuery, retry: false })
  return visibleMenu({ exists: (path) => path in router.routesByPath, addressOf: (link) => config?.links[link], can })
}

/** What the side menu shows to this user. Empty for one without side menu, who has the launchpad only. */
export function useMenu(): MenuGroup[] {
  const can = useCan()
  const groups = useAllowedMenu()
  // The launchpad alone is where one is already.
  return can('Navigation.SideMenu') && groups.some((group) => group.id !== 'start') ? groups : []
}
