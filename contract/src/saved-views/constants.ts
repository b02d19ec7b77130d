/** Maximum views of one person, on all lists. */
export const ownViewsLimit = 100
/** Maximum shared views of a tenant, on all lists. */
export const sharedViewsLimit = 100
/** Maximum length of a view's name. */
export const longestViewName = 64
/** Widths that a column can be given. */
export const narrowestColumnPx = 48
export const widestColumnPx = 1_200
