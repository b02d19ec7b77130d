import { deferred } from '../../ui/overlay/deferred.tsx'

/** The feedback panel; its code loads when it first opens. */
export const FeedbackPanel = deferred(async () => (await import('./FeedbackPopup.tsx')).FeedbackPopup)
