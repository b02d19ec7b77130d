import '../theme/print.css'
import { useOpenedByPush } from '../notifications/useOpenedByPush.ts'
import { TooltipLayer } from '../ui/overlay/TooltipLayer.tsx'
import { PrintLine } from './PrintLine.tsx'
import { useFocusOnNavigation } from './useFocusOnNavigation.ts'

/**
 * What no first paint needs: tooltips, which find what is under the pointer by then, the style of printed pages, the focus after
 * navigation, and pages that a push notification opens in this tab.
 */
export function LateLayers() {
  useFocusOnNavigation()
  useOpenedByPush()
  return (
    <>
      <TooltipLayer />
      <PrintLine />
    </>
  )
}
