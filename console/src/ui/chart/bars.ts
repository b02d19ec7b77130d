/** A picture in which columns of the same width share its width. */
export interface Picture {
  /** How many columns, such as days. */
  count: number
  /** The value at the top. */
  most: number
  width: number
  height: number
}

interface Series<Color extends string> {
  /** Other kinds than `bar` have no bars. */
  kind: string
  color: Color
  /** One for each column; null where nothing is known. */
  values: readonly (number | null)[]
}

export interface Bar<Color extends string> {
  series: number
  index: number
  color: Color
  box: { x: number; y: number; width: number; height: number }
}

/** Space above the highest value, for the thickness of lines. */
const top = 4
const gap = 0.25
/** A single event must still be seen. */
const lowest = 2

export const round = (value: number): number => Math.round(value * 10) / 10
export const heightOf = (value: number, { most, height }: Picture): number => (most > 0 ? (value / most) * (height - top) : 0)

/** The bars of each column, one series on top of the other; columns with nothing have none. */
export function barsOf<Color extends string>(series: readonly Series<Color>[], picture: Picture): Bar<Color>[] {
  const step = picture.width / picture.count
  const bars: Bar<Color>[] = []
  for (let index = 0; index < picture.count; index++) {
    let below = 0
    for (const [position, { kind, color, values }] of series.entries()) {
      const value = values[index] ?? 0
      if (kind !== 'bar' || value <= 0) continue
      const height = Math.max(lowest, heightOf(value, picture))
      bars.push({
        series: position,
        index,
        color,
        box: {
          x: round((index + gap / 2) * step),
          y: round(picture.height - below - height),
          width: round(step * (1 - gap)),
          height: round(height),
        },
      })
      below += height
    }
  }
  return bars
}
