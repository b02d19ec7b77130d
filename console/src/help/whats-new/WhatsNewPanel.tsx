import { deferred } from '../../ui/overlay/deferred.tsx'

/** The panel of what is new; its code loads when it first opens. */
export const WhatsNewPanel = deferred(async () => (await import('./WhatsNewPopup.tsx')).WhatsNewPopup)
