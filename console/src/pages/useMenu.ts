import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { configQuery } from '../api/config.ts'
import { useCan } from '../session/permissions/permissions.ts'
import { visibleMenu, type MenuGroup } from './menu.ts'

/** The user's menu entries, whether or not a side menu is shown. */
export function useAllowedMenu(): MenuGroup[] {
  const router = useRouter()
  const can = useCan()
  const { data: config } = useQuery({ ...configQuery, retry: false })
  return visibleMenu({ exists: (path) => path in router.routesByPath, addressOf: (link) => config?.links[link], can })
}

/** The side menu's entries for this user. Empty for a user without a side menu, who has only the launchpad. */
export function useMenu(): MenuGroup[] {
  const can = useCan()
  const groups = useAllowedMenu()
  // With only the launchpad, the menu would have nowhere else to go.
  return can('Navigation.SideMenu') && groups.some((group) => group.id !== 'start') ? groups : []
}
