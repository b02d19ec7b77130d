import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import css from './Plot.module.css'
import { lonelyPoints } from './lonelyPoints.ts'
import type { ChartSeries, TimeChartProps } from './TimeChart.tsx'

export interface PlotProps extends Pick<TimeChartProps, 'times' | 'series' | 'formatTick'> {
  height: number
  fit: boolean
  isPartial: boolean
  formatAxis: (value: number) => string
  /** Index of the time under the cursor. */
  cursor: number | undefined
  onCursor: (index: number | undefined) => void
  /** Where the cursor is, in % of the width. */
  onPlace: (place: number) => void
}

/** Draws a chart, and redraws it when the theme changes. */
export function Plot({ times, series, height, fit, isPartial, cursor, onCursor, onPlace, formatAxis, formatTick }: PlotProps) {
  const frame = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const latest = useRef({ onCursor, formatAxis, formatTick })
  latest.current = { onCursor, formatAxis, formatTick }

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const lines = series.flatMap((one) => (isPartial && !one.dashed ? splitLast(one) : [one]))
    const data: uPlot.AlignedData = [times.map((time) => Date.parse(time) / 1000), ...lines.map((one) => [...one.values])]
    const draw = () => {
      plot.current?.destroy()
      plot.current = new uPlot(options(element, { series: lines, height, fit }, latest), data, element)
    }
    draw()
    const resized = new ResizeObserver(([entry]) => plot.current?.setSize({ width: Math.floor(entry?.contentRect.width ?? 0), height }))
    resized.observe(element)
    // The theme follows an attribute or the system setting.
    const themed = new MutationObserver(draw)
    themed.observe(document.documentElement, { attributeFilter: ['style', 'class', 'data-theme'] })
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', draw)
    return () => {
      resized.disconnect()
      themed.disconnect()
      system.removeEventListener('change', draw)
      plot.current?.destroy()
      plot.current = undefined
    }
  }, [times, series, height, fit, isPartial])

  useEffect(() => {
    const drawn = plot.current
    if (!drawn) return
    // Outside the drawing, the cursor is hidden.
    if (cursor === undefined) return drawn.setCursor({ left: -10, top: -10 }, false)
    const time = drawn.data[0][cursor]
    if (time === undefined) return
    const left = drawn.valToPos(time, 'x')
    drawn.setCursor({ left, top: drawn.bbox.height / devicePixelRatio / 2 }, false)
    onPlace(((left + drawn.bbox.left / devicePixelRatio) / drawn.width) * 100)
  }, [cursor, onPlace])

  return <div ref={frame} className={css.plot} aria-hidden />
}

function options(
  element: HTMLElement,
  { series, height, fit }: Pick<PlotProps, 'series' | 'height' | 'fit'>,
  latest: { readonly current: Pick<PlotProps, 'onCursor' | 'formatAxis' | 'formatTick'> },
): uPlot.Options {
  const styles = getComputedStyle(element)
  // The browser only resolves light-dark() in a color property.
  const resolve = (name: string): string => {
    element.style.setProperty('outline-color', `var(--${name})`)
    const color = styles.outlineColor
    element.style.removeProperty('outline-color')
    return color
  }
  const grid = { stroke: resolve('border'), width: 1 }
  const axis = { stroke: resolve('muted'), font: `12px ${styles.fontFamily}`, grid, ticks: { show: false } }
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { y: false, points: { size: 6 }, drag: { x: false, y: false } },
    scales: { y: { range: fit ? fitted : (_, __, max) => [0, max > 0 ? max * 1.1 : 1] } },
    axes: [
      {
        ...axis,
        space: 64,
        size: 32,
        values: (_, splits) => splits.map((at) => latest.current.formatTick(new Date(at * 1000).toISOString())),
      },
      {
        ...axis,
        size: 56,
        incrs: fit ? undefined : plainSteps,
        values: (_, splits) => splits.map((value) => latest.current.formatAxis(value)),
      },
    ],
    series: [
      {},
      ...series.map((one) => {
        const stroke = resolve(one.color)
        const fill = one.filled ? stroke.replace(/^rgb\((.*)\)$/, `rgb($1 / 0.14)`).replaceAll(',', '') : undefined
        return {
          label: one.label,
          stroke,
          fill,
          width: 1.5,
          dash: one.dashed ? [6, 4] : undefined,
          spanGaps: one.spansGaps,
          points: { show: false, filter: lonelyPoints(one.values, one), size: 5 },
        }
      }),
    ],
    hooks: {
      setCursor: [
        (drawn) => {
          const { idx } = drawn.cursor
          latest.current.onCursor(idx ?? undefined)
        },
      ],
    },
  }
}

/** Steps of an axis that begins at 0. Those of the library also have 2.5, which nothing that is counted reaches. */
const plainSteps = Array.from({ length: 19 }, (_, index) => [1, 2, 5].map((step) => step * 10 ** (index - 2))).flat()

/** A line without its last value, and a dashed one that leads to it. */
function splitLast(one: ChartSeries): ChartSeries[] {
  const last = one.values.length - 1
  if (one.values[last] == null) return [one]
  return [
    { ...one, values: one.values.with(last, null) },
    { ...one, id: `${one.id}-partial`, values: one.values.map((value, index) => (index < last - 1 ? null : value)), dashed: true },
  ]
}

/** Around the values, with space above and below. */
function fitted(_: uPlot, min: number | null, max: number | null): [number, number] {
  if (min === null || max === null) return [0, 1]
  const space = (max - min) * 0.1 || Math.abs(max) * 0.1 || 1
  return [min - space, max + space]
}
