import { Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { IconButton } from '../ui/Button.tsx'
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
  const [open, setOpen] = useState(false)
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
