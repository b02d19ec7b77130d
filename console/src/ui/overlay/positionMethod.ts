/**
 * How a popup is placed at its anchor. A dialog stays where it is while the page behind it scrolls, and so do the popups
 * that open from it; elsewhere they scroll with the page.
 */
export const positionMethodAt = (anchor: Element | null) => (anchor?.closest('[role="dialog"]') ? 'fixed' : 'absolute')
