/**
 * Widths at which layouts change, in `em` of media queries: 320 to 2400 px (specification 1, section 9) for text of the default
 * size. With larger text, a window has the layout of a narrower one. tokens.css has the same list.
 */
export const breakpoints = { phone: 20, tablet: 47.5, laptop: 62, desktop: 75, widescreen: 90, ultrawide: 100, retina: 150 } as const
