import css from './AtCursor.module.css'
import { type ChartColor, LineSample } from './LineSample.tsx'

/** What is under the cursor. */
export interface ChartReading {
  /** The time or the name it belongs to. */
  title: string
  values: readonly { label: string; text: string; color?: ChartColor | undefined }[]
  /** As one text, for screen readers. */
  text: string
  /** Where the cursor is, in % of the width. */
  at: number
  /** CSS pixels from the top. */
  top?: number
}

/** The values beside the cursor, on the side with more space. */
export function AtCursor({ reading: { title, values, at, top = 0 } }: { reading: ChartReading }) {
  const side = at > 50 ? { insetInlineEnd: `calc(${100 - at}% + 10px)` } : { insetInlineStart: `calc(${at}% + 10px)` }
  return (
    <div
      className={css.values}
      style={{ ...side, insetBlockStart: top, maxInlineSize: `calc(${Math.max(at, 100 - at)}% - 12px)` }}
      aria-hidden
    >
      <div className={css.when}>{title}</div>
      {values.map((value) => (
        <div key={value.label} className={css.value}>
          {value.color === undefined ? null : <LineSample color={value.color} />}
          <span className={css.name}>{value.label}</span>
          <b>{value.text}</b>
        </div>
      ))}
    </div>
  )
}
