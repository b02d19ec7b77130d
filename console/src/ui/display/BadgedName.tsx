import { Badge, type Tone } from './Badge.tsx'
import css from './BadgedName.module.css'

/** A badge that shows, or false. */
export type BadgeText = { text: string; tone?: Tone } | false

/** What something is called, with the badges that set it apart: they stay in sight where the name is cut. */
export function BadgedName({ name, badges }: { name: string; badges: readonly BadgeText[] }) {
  const shown = badges.filter((badge) => badge !== false)
  // Most have none, and need no box.
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
