/**
 * How a popup is positioned at its anchor. A dialog stays fixed while the page behind it scrolls, and so do popups opened from
 * it; other popups scroll with the page.
 */
export const positionMethodAt = (anchor: Element | null) => (anchor?.closest('[role="dialog"]') ? 'fixed' : 'absolute')
