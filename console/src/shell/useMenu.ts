import { useRouter } from '@tanstack/react-router'
import { useCan } from '../session/permissions.ts'
import { visibleMenu, type MenuGroup } from './menu.ts'

/** What the side menu shows to this user. Empty for one without side menu, who has the launchpad only. */
export function useMenu(): MenuGroup[] {
  const router = useRouter()
  const can = useCan()
  if (!can('Navigation.SideMenu')) return []
  const groups = visibleMenu((path) => path in router.routesByPath, can)
  // The launchpad alone is where one is already.
  return groups.some((group) => group.id !== 'start') ? groups : []
}
