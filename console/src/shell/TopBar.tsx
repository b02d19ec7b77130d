import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { NotificationBell } from '../notifications/NotificationBell.tsx'
import { FeedbackButton } from '../help/feedback/FeedbackButton.tsx'
import { HelpButton } from '../help/HelpButton.tsx'
import { IconButton } from '../ui/form/Button.tsx'
import { PaletteButton } from '../palette/PaletteButton.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import type { MenuGroup } from '../pages/menu.ts'
import { MenuDrawer } from './MenuDrawer.tsx'
import css from './Shell.module.css'
import { UserMenu } from './UserMenu.tsx'

export interface TopBarProps {
  /** Empty for a user without side menu. */
  groups: MenuGroup[]
  collapsed: boolean
  onToggle: () => void
}

/**
 * The current location, and the actions that every page offers (specification 1, section 2).
 *
 * Each button is a component of its own area. On a narrow window only urgent indicators stay buttons; the
 * rest are entries of the user menu (`UserMenu.tsx`), so that everything fits 320 px.
 */
export function TopBar({ groups, collapsed, onToggle }: TopBarProps) {
  const hasMenu = groups.length > 0
  return (
    <header className={css.top}>
      {hasMenu ? (
        <>
          <span className={css.onlyWide}>
            <IconButton
              label={collapsed ? m.shell_menu_expand() : m.shell_menu_collapse()}
              icon={collapsed ? <PanelLeftOpen /> : <PanelLeftClose />}
              aria-expanded={!collapsed}
              onClick={onToggle}
            />
          </span>
          <span className={css.onlyNarrow}>
            <MenuDrawer groups={groups} />
          </span>
        </>
      ) : null}
      <Breadcrumbs hasMenu={hasMenu} />
      <div className={css.buttons}>
        <PaletteButton />
        <FeedbackButton />
        <HelpButton />
        <NotificationBell />
        <UserMenu />
      </div>
    </header>
  )
}
