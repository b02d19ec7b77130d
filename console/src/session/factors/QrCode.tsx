import encodeQR from 'qr'
import { useMemo } from 'react'
import css from './QrCode.module.css'

const quietZone = 4

/** One path for all dark modules: a square of the grid each. */
function pathOf(text: string): { path: string; size: number } {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone })
  const path = modules.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return { path, size: modules.length }
}

/** A QR code, drawn here: the text does not leave the page. Dark on light in every theme, because scanners expect it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => pathOf(text), [text])
  return (
    <svg className={css.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  )
}
