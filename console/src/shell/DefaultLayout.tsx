import { Link } from '@tanstack/react-router'
import { ChevronRight, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Footer } from './Footer.tsx'
import css from './Shell.module.css'
import { MenuDrawer } from './MenuDrawer.tsx'
import { SideMenu } from './SideMenu.tsx'
import { useCrumbs } from './titles.ts'
import { useMenu } from './useMenu.ts'
import { UserMenu } from './UserMenu.tsx'

const storageKey = 'steward.menu'

/** Top bar, side menu, content, footer (specification 1, section 2). */
export function DefaultLayout({ children }: { children: ReactNode }) {
  const groups = useMenu()
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(storageKey) === 'collapsed')
  const hasMenu = groups.length > 0
  const toggle = () => {
    localStorage.setItem(storageKey, collapsed ? 'open' : 'collapsed')
    setCollapsed(!collapsed)
  }
  return (
    <div className={cx(css.frame, !hasMenu && css.noSide)}>
      <a className={css.skip} href="#main" onClick={skipToMain}>
        {m.shell_skip()}
      </a>
      <header className={css.top}>
        {hasMenu ? (
          <>
            <span className={css.onlyWide}>
              <IconButton
                label={collapsed ? m.shell_menu_expand() : m.shell_menu_collapse()}
                icon={collapsed ? <PanelLeftOpen /> : <PanelLeftClose />}
                aria-expanded={!collapsed}
                onClick={toggle}
              />
            </span>
            <span className={css.onlyNarrow}>
              <MenuDrawer groups={groups} />
            </span>
          </>
        ) : null}
        <Breadcrumbs hasMenu={hasMenu} />
        <UserMenu />
      </header>
      {hasMenu ? <SideMenu groups={groups} collapsed={collapsed} /> : null}
      <main id="main" className={css.main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  )
}

/** Focus moves without touching the URL, whose hash belongs to the overlays. */
function skipToMain(event: React.MouseEvent): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

function Breadcrumbs({ hasMenu }: { hasMenu: boolean }) {
  const crumbs = useCrumbs()
  if (!hasMenu && crumbs.length === 0) return <div className={css.crumbs}>{m.menu_launchpad()}</div>
  return (
    <nav aria-label={m.shell_breadcrumbs()} style={{ flex: 1, minWidth: 0 }}>
      <ol className={css.crumbs}>
        {crumbs.map((crumb, index) => (
          <li key={crumb.pathname}>
            {index > 0 ? <ChevronRight aria-hidden /> : null}
            {index === crumbs.length - 1 ? <span aria-current="page">{crumb.title}</span> : <Link to={crumb.pathname}>{crumb.title}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
