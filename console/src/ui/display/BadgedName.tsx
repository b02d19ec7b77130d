import { Badge, type Tone } from './Badge.tsx'
import css from './BadgedName.module.css'

/** A badge to show, or false. */
export type BadgeText = { text: string; tone?: Tone } | false

/** A name with its badges. The badges stay visible when the name is truncated. */
export function BadgedName({ name, badges }: { name: string; badges: readonly BadgeText[] }) {
  const shown = badges.filter((badge) => badge !== false)
  // Most names have no badges and don't need the wrapper.
  if (shown.length === 0) return name
  return (
    <span className={css.badged}>
      <span className={css.name} title={name}>
        {name}
      </span>
      {shown.map(({ text, tone }) => (
        <span key={text} className={css.badge}>
          <Badge tone={tone}>{text}</Badge>
        </span>
      ))}
    </span>
  )
}
