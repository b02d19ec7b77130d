import { cx } from './cx.ts'

interface IconProps {
  className?: string
  /** Of an icon that says something that no text beside it does. */
  'aria-label'?: string
}

/**
 * An icon from the paths that a build makes of lucide's (console/build/icons.ts). Everybody imports icons from `lucide-react`.
 *
 * @param lines Outlines on 24 by 24.
 * @param filled Shapes that are filled as well.
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
