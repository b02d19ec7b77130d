import { deferred } from '../ui/overlay/deferred.tsx'

/** The help panel, whose code comes when it first opens. */
export const HelpPanel = deferred(async () => (await import('./HelpPopup.tsx')).HelpPopup)
