import type { ReactNode } from 'react'

export interface ScrollRegionProps {
  /** What is in it, for who does not see it. */
  label: string
  /** Sets how high it is at most, and that it scrolls. */
  className: string | undefined
  children: ReactNode
}

/** A part of a page that scrolls by itself; the keyboard reaches it, and scrolls it. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={className} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
