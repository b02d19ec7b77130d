/** How far the clocks of provider and server can differ, in every protocol and check. */
export const clockToleranceSeconds = 120
