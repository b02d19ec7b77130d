import '../theme/print.css'
import { TooltipLayer } from '../ui/overlay/TooltipLayer.tsx'
import { PrintLine } from './PrintLine.tsx'

/** What no first paint needs: tooltips, which find what is under the pointer by then, and the style of printed pages. */
export function LateLayers() {
  return (
    <>
      <TooltipLayer />
      <PrintLine />
    </>
  )
}
