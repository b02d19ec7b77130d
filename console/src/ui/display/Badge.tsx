import type { ReactNode } from 'react'
import css from './Badge.module.css'
import { cx } from './cx.ts'

export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info'

const circle = 'M12 2a10 10 0 0 0 0 20a10 10 0 0 0 0-20'

/**
 * Lucide's CircleDashed, CircleCheck, TriangleAlert, CircleAlert and Info, drawn as one path: tables show one in every row, and
 * a component with up to nine elements would cost more than the rest of the cell.
 */
const shapes: Readonly<Record<Tone, string>> = {
  neutral:
    'M10.1 2.182a10 10 0 0 1 3.8 0M13.9 21.818a10 10 0 0 1-3.8 0M17.609 3.721a10 10 0 0 1 2.69 2.7M2.182 13.9a10 10 0 0 1 0-3.8M20.279 17.609a10 10 0 0 1-2.7 2.69M21.818 10.1a10 10 0 0 1 0 3.8M3.721 6.391a10 10 0 0 1 2.7-2.69M6.391 20.279a10 10 0 0 1-2.69-2.7',
  success: `${circle}M16 9l-5.5 5.5L8 12`,
  warning: 'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01',
  danger: `${circle}M12 8v4M12 16h.01`,
  info: `${circle}M12 16v-4M12 8h.01`,
}

/** A status: an icon and a label, never color alone. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={cx(css.status, css[tone])}>
      <svg className={css.shape} viewBox="0 0 24 24" aria-hidden>
        <path d={shapes[tone]} />
      </svg>
      {children}
    </span>
  )
}

/** A short label next to a name, such as a type or a count. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={cx(css.badge, css.filled, css[tone])}>{children}</span>
}
