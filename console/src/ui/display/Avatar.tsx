import { cx } from './cx.ts'
import css from './Avatar.module.css'

/** The initials of a person or a company. Hidden from screen readers because the name is next to it. */
export function Avatar({ name, large }: { name: string; large?: boolean }) {
  const words = name.trim().split(/[\s@.]+/u)
  const initials = [words[0], words.length > 1 ? words[1] : undefined].map((word) => [...(word ?? '')][0] ?? '').join('')
  return (
    <span className={cx(css.avatar, large && css.avatarLarge)} aria-hidden>
      {initials}
    </span>
  )
}
