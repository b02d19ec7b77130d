import '../theme/print.css'
import { useEffect } from 'react'
import { UndoHost } from '../changes/UndoHost.tsx'
import { useOpenedByPush } from '../notifications/useOpenedByPush.ts'
import { ConfirmIdentityHost } from '../session/factors/ConfirmIdentityHost.tsx'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import { preloadMenus } from '../ui/overlay/Menu.tsx'
import { TooltipLayer } from '../ui/overlay/TooltipLayer.tsx'
import { LoadingBar } from './LoadingBar.tsx'
import { PrintLine } from './PrintLine.tsx'

/**
 * What no first paint needs: the bar of a page that loads, tooltips, the style of printed pages, preloaded menus, the dialog that
 * asks who is there, the question before a change is undone, and pages that a push notification opens in this tab.
 */
export function LateLayers() {
  usePreloadedPopups()
  useOpenedByPush()
  return (
    <>
      <LoadingBar />
      <TooltipLayer />
      <PrintLine />
      <ConfirmIdentityHost />
      <UndoHost />
    </>
  )
}

/** Long enough for the first page to be complete. */
const preloadAfterMs = 4_000

/** Loads menus and dialogs before they are needed, without delaying the first paint. */
function usePreloadedPopups(): void {
  useEffect(() => {
    const timer = setTimeout(() => void Promise.all([preloadMenus(), ConfirmDialog.preload()]), preloadAfterMs)
    return () => clearTimeout(timer)
  }, [])
}
