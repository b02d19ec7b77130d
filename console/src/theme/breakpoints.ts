/** Widths in px at which a layout may change (specification 1, section 9). The same list heads tokens.css. */
export const breakpoints = { phone: 320, tablet: 760, laptop: 992, desktop: 1200, widescreen: 1440, ultrawide: 1600, retina: 2400 } as const
