import { cx } from './cx.ts'

interface IconProps {
  className?: string
  /** Accessible name, for an icon without text next to it. */
  'aria-label'?: string
}

/**
 * An icon from the paths the build extracts from lucide (console/build/icons.ts). Import icons from `lucide-react` everywhere.
 *
 * @param lines Outlines on a 24 by 24 grid.
 * @param filled Shapes that are also filled.
 */
export function icon(lines: string, filled?: string) {
  const shape =
    filled === undefined ? (
      <path d={lines} />
    ) : (
      <>
        <path d={lines} />
        <path d={filled} fill="currentcolor" />
      </>
    )
  return function Icon({ className, 'aria-label': label }: IconProps) {
    return (
      <svg className={cx('icon', className)} viewBox="0 0 24 24" aria-label={label} aria-hidden={label === undefined ? true : undefined}>
        {shape}
      </svg>
    )
  }
}
