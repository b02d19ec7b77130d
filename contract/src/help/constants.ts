/** Ratings from best to worst. */
export const moods = ['very_good', 'good', 'neutral', 'bad', 'very_bad'] as const
export type Mood = (typeof moods)[number]

/** Maximum size of a screenshot in bytes. */
export const screenshotLimit = 2 * 1024 * 1024
export const screenshotTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type ScreenshotType = (typeof screenshotTypes)[number]
