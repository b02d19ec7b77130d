import type { Endpoint } from '../http.ts'
import type { openHelpBody, openHelpResponse, sendFeedbackBody, sendFeedbackResponse } from './schemas.ts'

/** Help and feedback (first specification file, sections 2, 7 and 9; product decisions, "Help" and "Feedback"). */

export const openHelp: Endpoint<{ body: typeof openHelpBody; response: typeof openHelpResponse }> = {
  id: 'openHelp',
  method: 'POST',
  path: '/help/oauth/cookie2',
  isRead: true,
  access: { signedIn: true },
}

export const sendFeedback: Endpoint<{ body: typeof sendFeedbackBody; response: typeof sendFeedbackResponse }> = {
  id: 'sendFeedback',
  method: 'POST',
  path: '/help/feedback',
  access: { signedIn: true },
  media: { request: 'multipart/form-data' },
  status: 201,
}
