import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queryClient } from '../api/query.ts'
import { useOpenedByPush } from '../notifications/useOpenedByPush.ts'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { preloadMenus } from '../ui/overlay/Menu.tsx'
import { TooltipLayer } from '../ui/overlay/Tooltip.tsx'
import { LoadingBar } from './LoadingBar.tsx'
import { RouteTitle } from '../pages/titles.ts'

/** What stands around every layout. */
export function RootFrame() {
  useFocusOnNavigation()
  usePreloadedPopups()
  useOpenedByPush()
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouteTitle />
        <LoadingBar />
        <Outlet />
        <TooltipLayer />
      </QueryClientProvider>
    </CSPProvider>
  )
}

/** Long enough for the first page to be complete. */
const preloadAfterMs = 4_000

/** Menus and dialogs are there when they are wanted, without delaying what is seen first. */
function usePreloadedPopups(): void {
  useEffect(() => {
    const timer = setTimeout(() => void Promise.all([preloadMenus(), Dialog.preload()]), preloadAfterMs)
    return () => clearTimeout(timer)
  }, [])
}

/**
 * After a navigation to another page the focus is on its title, unless the page put it into a field itself; opening and
 * closing a panel moves it elsewhere.
 */
function useFocusOnNavigation(): void {
  const router = useRouter()
  useEffect(() => {
    let page = pageOf(router.state.matches)
    return router.subscribe('onRendered', () => {
      const next = pageOf(router.state.matches)
      if (next === page) return
      page = next
      const title = document.querySelector<HTMLElement>('main h1')
      if (title && !document.querySelector('[role="dialog"]') && !document.activeElement?.matches('main input')) {
        title.tabIndex = -1
        title.focus({ preventScroll: true })
      }
    })
  }, [router])
}

interface Match {
  id: string
  pathname: string
  staticData: { panel?: boolean }
}

/** The page a panel is over; what is below the panel's route, such as its tabs, belongs to the panel. */
function pageOf(matches: readonly Match[]): string {
  const panel = matches.findIndex((match) => match.staticData.panel)
  const page = panel === -1 ? matches.at(-1) : matches[panel - 1]
  return page === undefined ? '' : page.pathname
}
