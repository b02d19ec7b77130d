import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useState, type ComponentType } from 'react'
import { queryClient } from '../api/query.ts'
import { useOpenedByPush } from '../notifications/useOpenedByPush.ts'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { preloadMenus } from '../ui/overlay/Menu.tsx'
import { recordView } from '../ui/record/view.ts'
import { LoadingBar } from './LoadingBar.tsx'
import { RouteTitle } from '../pages/titles.ts'

/** The frame around every layout. */
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
        <Late />
      </QueryClientProvider>
    </CSPProvider>
  )
}

const lateAfterMs = 300

/** Tooltips and printing come after the first paint. Without tooltips, names are still read aloud. */
function Late() {
  const [Layers, setLayers] = useState<ComponentType>()
  useEffect(() => {
    const load = () => import('./LateLayers.tsx').then((loaded) => setLayers(() => loaded.LateLayers))
    const timer = setTimeout(() => void load().catch(() => undefined), lateAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return Layers === undefined ? null : <Layers />
}

/** Long enough for the first page to be complete. */
const preloadAfterMs = 4_000

/** Loads menus and dialogs before they are needed, without delaying the first paint. */
function usePreloadedPopups(): void {
  useEffect(() => {
    const timer = setTimeout(() => void Promise.all([preloadMenus(), Dialog.preload()]), preloadAfterMs)
    return () => clearTimeout(timer)
  }, [])
}

/**
 * After a navigation to another page, focuses its title, unless the page has focused a field itself. Opening and
 * closing a panel moves the focus elsewhere.
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
  staticData: { panel?: boolean; record?: boolean }
  context: unknown
}

/** The page below a panel or beside a record; routes below theirs, such as tabs, belong to them. */
function pageOf(matches: readonly Match[]): string {
  const record = matches.findIndex((match) => match.staticData.record)
  if (record !== -1) return matches[recordView(matches) === 'peek' ? record - 1 : record]?.pathname ?? ''
  const panel = matches.findIndex((match) => match.staticData.panel)
  const page = panel === -1 ? matches.at(-1) : matches[panel - 1]
  return page === undefined ? '' : page.pathname
}
