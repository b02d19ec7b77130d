import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import type { MenuGroup } from '../pages/menu.ts'
import { IconButton } from '../ui/form/Button.tsx'
import css from './Shell.module.css'
import { Brand, Groups } from './SideMenu.tsx'

export interface MenuDrawerProps {
  groups: MenuGroup[]
  open: boolean
  onClose: () => void
}

/** The drawer behind `MenuDrawer`. */
export function MenuDrawerPopup({ groups, open, onClose }: MenuDrawerProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={css.drawerBackdrop} />
        <Dialog.Popup className={css.drawerPopup}>
          <div className={css.drawerHead}>
            <Dialog.Title className="visually-hidden">{m.shell_menu()}</Dialog.Title>
            <Brand collapsed={false} />
            <Dialog.Close render={<IconButton label={m.ui_close()} icon={<X />} />} />
          </div>
          <nav className={css.drawer} aria-label={m.shell_menu()}>
            <Groups groups={groups} collapsed={false} onOpen={onClose} />
          </nav>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
