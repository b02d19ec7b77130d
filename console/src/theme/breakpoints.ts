/** Widths in px at which layouts change (specification 1, section 9). tokens.css has the same list. */
export const breakpoints = { phone: 320, tablet: 760, laptop: 992, desktop: 1200, widescreen: 1440, ultrawide: 1600, retina: 2400 } as const
