import { useLocation } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { IconButton } from '../ui/Button.tsx'
import { breakpoints } from '../theme/breakpoints.ts'
import { deferred } from '../ui/deferred.tsx'
import type { MenuGroup } from './menu.ts'

export interface MenuDrawerProps {
  groups: MenuGroup[]
  open: boolean
  onClose: () => void
}

const Drawer = deferred<MenuDrawerProps>(() => import('./BaseMenuDrawer.tsx').then((module) => module.BaseMenuDrawer))

/** The side menu in a drawer, on narrow screens. */
export function MenuDrawer({ groups }: { groups: MenuGroup[] }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  // Who goes back from a page leaves its menu behind.
  const [openAt, setOpenAt] = useState<string>()
  const open = openAt === pathname
  useEffect(() => {
    // A tablet that is turned has the menu beside the page.
    const wide = matchMedia(`(width >= ${breakpoints.laptop}px)`)
    const close = () => setOpenAt(undefined)
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  }, [])
  return (
    <>
      <IconButton
        label={m.shell_menu_open()}
        icon={<MenuIcon />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void Drawer.preload()}
        onClick={() => setOpenAt(pathname)}
      />
      <Drawer groups={groups} open={open} onClose={() => setOpenAt(undefined)} />
    </>
  )
}
