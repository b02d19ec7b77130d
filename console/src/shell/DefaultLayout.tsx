import { useEffect, useState, type ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { useShownMoment } from '../api/moment.ts'
import { cx } from '../ui/display/cx.ts'
import { deferred } from '../ui/overlay/deferred.tsx'
import { Footer } from './Footer.tsx'
import css from './Shell.module.css'
import { rememberFrame } from './rememberedFrame.ts'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'
import { useMenu } from '../pages/useMenu.ts'

const MomentBanner = deferred<{ moment: string }>(async () => (await import('./MomentBanner.tsx')).MomentBanner)

const storageKey = 'steward.menu'

/** Top bar, side menu, content, footer (specification 1, section 2). */
export function DefaultLayout({ children }: { children: ReactNode }) {
  const groups = useMenu()
  const moment = useShownMoment()
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(storageKey) === 'collapsed')
  const hasMenu = groups.length > 0
  useEffect(() => rememberFrame(groups), [groups])
  const toggle = () => {
    localStorage.setItem(storageKey, collapsed ? 'open' : 'collapsed')
    setCollapsed(!collapsed)
  }
  return (
    <div className={cx(css.frame, !hasMenu && css.noSide)}>
      <a className={css.skip} href="#main" onClick={skipToMain}>
        {m.shell_skip()}
      </a>
      <TopBar groups={groups} collapsed={collapsed} onToggle={toggle} />
      {moment === undefined ? null : <MomentBanner moment={moment} />}
      {hasMenu ? <SideMenu groups={groups} collapsed={collapsed} /> : null}
      <main id="main" className={css.main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  )
}

/** Moves the focus without changing the URL, whose hash belongs to the overlays. */
function skipToMain(event: React.MouseEvent): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
