import type { ReactNode } from 'react'

export interface ScrollRegionProps {
  /** Accessible name of the region. */
  label: string
  /** Sets the maximum height and the scrolling. */
  className: string | undefined
  children: ReactNode
}

/** A scrollable region that can be focused and scrolled with the keyboard. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={className} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
