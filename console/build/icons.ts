import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** A shape of an icon: its element and that element's attributes. */
export type Shape = [element: string, attributes: Readonly<Record<string, string>>]

interface IconModule {
  /** Missing if a module only re-exports another one's. */
  __iconData?: { name: string; size: number; node: Shape[] }
}

const isIcon = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/

/**
 * Draws each lucide icon as one path instead of up to a dozen elements with nine attributes on their root: a page has twenty icons,
 * and drawn as elements they took a twelfth of the time to show a table (docs/adr/021).
 */
export function leanIcons(): Plugin {
  const component = fileURLToPath(new URL('../src/ui/display/icon.tsx', import.meta.url))
  return {
    name: 'steward-lean-icons',
    apply: 'build',
    transform: {
      filter: { id: isIcon },
      async handler(_code, id) {
        const { __iconData: data } = (await import(pathToFileURL(id).href)) as IconModule
        if (!data) return null
        if (data.size !== 24) throw new Error(`the icon ${data.name} is not drawn on 24 by 24`)
        const { lines, filled } = drawn(data.node)
        return {
          code: `import { icon } from ${JSON.stringify(component)}
export default /* @__PURE__ */ icon(${JSON.stringify(lines)}${filled === '' ? '' : `, ${JSON.stringify(filled)}`})`,
          map: null,
          moduleSideEffects: false,
        }
      },
    },
  }
}

/** The outlines of all shapes as one path, and the filled shapes as another; empty if there are none. */
export function drawn(shapes: readonly Shape[]): { lines: string; filled: string } {
  const paths = (isFilled: boolean) =>
    shapes
      .filter(([, { fill }]) => (fill !== undefined) === isFilled)
      .map(pathOf)
      .join('')
  return { lines: paths(false), filled: paths(true) }
}

/** The attributes of each element that define its geometry; other attributes would be lost. */
const geometry: Record<string, readonly string[]> = {
  path: ['d'],
  line: ['x1', 'y1', 'x2', 'y2'],
  circle: ['cx', 'cy', 'r'],
  ellipse: ['cx', 'cy', 'rx', 'ry'],
  rect: ['x', 'y', 'width', 'height', 'rx', 'ry'],
  polyline: ['points'],
  polygon: ['points'],
}

function pathOf([element, attributes]: Shape): string {
  const known = geometry[element]
  const unknown = Object.keys(attributes).find((name) => !known?.includes(name) && name !== 'key' && name !== 'fill')
  if (!known || unknown !== undefined || (attributes['fill'] ?? 'currentColor') !== 'currentColor')
    throw new Error(`cannot draw <${element} ${unknown ?? attributes['fill'] ?? ''}> as a path`)
  const of = (name: string) => Number(attributes[name] ?? 0)
  switch (element) {
    case 'path':
      // A path with a relative start begins at the origin, not at the end of the previous path.
      return (attributes['d'] ?? '').replace(/^m/, 'M0 0m')
    case 'line':
      return `M${of('x1')} ${of('y1')}L${of('x2')} ${of('y2')}`
    case 'circle':
      return ellipse(of('cx'), of('cy'), of('r'), of('r'))
    case 'ellipse':
      return ellipse(of('cx'), of('cy'), of('rx'), of('ry'))
    case 'rect':
      return rectangle(of('x'), of('y'), of('width'), of('height'), attributes['rx'] === undefined ? of('ry') : of('rx'))
    default:
      return `M${attributes['points']}${element === 'polygon' ? 'z' : ''}`
  }
}

/** Rounds to three decimals, to remove floating-point noise. */
const rounded = (number: number) => Math.round(number * 1000) / 1000

const ellipse = (x: number, y: number, rx: number, ry: number) =>
  `M${rounded(x - rx)} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`

function rectangle(x: number, y: number, width: number, height: number, r: number): string {
  const [across, down] = [rounded(width - 2 * r), rounded(height - 2 * r)]
  if (r === 0) return `M${x} ${y}h${across}v${down}h${-across}z`
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  return `M${rounded(x + r)} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`
}
