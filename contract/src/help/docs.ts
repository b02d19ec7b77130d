import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import { openHelpBody, openHelpResponse, sendFeedbackBody, sendFeedbackResponse } from './schemas.ts'

const tag = 'Help'

export const helpDocs = operations(endpoints, {
  openHelp: {
    summary: 'Allow this browser to read the help site',
    description:
      "Sets an HttpOnly cookie for `/help`, valid for a while and at most as long as the session. The pages about signing in don't need it.",
    tag,
    body: openHelpBody,
    response: openHelpResponse,
    errors: ['person_needed'],
    examples: { body: { app: 'admin-console', env: 'production' }, response: { expiresIn: 3600 } },
  },
  sendFeedback: {
    summary: 'Send feedback to the operator',
    description: 'Each user can send ten per hour. The operator gets it by email, with the screenshot.',
    tag,
    body: sendFeedbackBody,
    response: sendFeedbackResponse,
    errors: ['person_needed', 'screenshot_unreadable', 'rate_limited'],
    examples: {
      body: { mood: 'good', text: 'Filters in the address are handy.', page: '/home/user-administration/users', version: '0.1.0' },
      response: { feedbackId: '0199c0de-6666-7c11-9d59-3b8f5f1c2a44' },
    },
  },
})
