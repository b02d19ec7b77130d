import { useRouter } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { IconButton } from '../ui/form/Button.tsx'
import { breakpoints } from '../theme/breakpoints.ts'
import { deferred } from '../ui/overlay/deferred.tsx'
import type { MenuGroup } from '../pages/menu.ts'
import type { MenuDrawerProps } from './MenuDrawerPopup.tsx'

const Drawer = deferred<MenuDrawerProps>(() => import('./MenuDrawerPopup.tsx').then((module) => module.MenuDrawerPopup))

/** The side menu in a drawer, on narrow screens. */
export function MenuDrawer({ groups }: { groups: MenuGroup[] }) {
  const router = useRouter()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const close = () => setOpen(false)
    // A rotated tablet shows the menu beside the page.
    const wide = matchMedia(`(width >= ${breakpoints.laptop}em)`)
    wide.addEventListener('change', close)
    // The drawer closes with every navigation. An event tells it: while closed, the menu must not render with every page.
    const unsubscribe = router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (pathChanged) close()
    })
    return () => {
      wide.removeEventListener('change', close)
      unsubscribe()
    }
  }, [router])
  return (
    <>
      <IconButton
        label={m.shell_menu_open()}
        icon={<MenuIcon />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void Drawer.preload()}
        onClick={() => setOpen(true)}
      />
      <Drawer groups={groups} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
