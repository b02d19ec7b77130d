import { deferred } from '../ui/overlay/deferred.tsx'

/** The help panel; its code loads when it first opens. */
export const HelpPanel = deferred(async () => (await import('./HelpPopup.tsx')).HelpPopup)
