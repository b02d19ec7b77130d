import { deferred } from '../../ui/overlay/deferred.tsx'

/** The feedback panel, whose code comes when it first opens. */
export const FeedbackPanel = deferred(async () => (await import('./FeedbackPopup.tsx')).FeedbackPopup)
