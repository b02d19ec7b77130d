import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import { openHelpBody, openHelpResponse, sendFeedbackBody, sendFeedbackResponse } from './schemas.ts'

const tag = 'Help'

export const helpDocs = operations(endpoints, {
  openHelp: {
    summary: 'Let this browser read the help site',
    description:
      'Sets a cookie below `/help`, which scripts cannot read, for a while and as long as the session lasts. The pages about signing in are read without it.',
    tag,
    body: openHelpBody,
    response: openHelpResponse,
    errors: ['person_needed'],
    examples: { body: { app: 'admin-console', env: 'production' }, response: { expiresIn: 3600 } },
  },
  sendFeedback: {
    summary: 'Tell the operator what one thinks of the product',
    description: 'At most ten an hour from one user. The operator is mailed it, with the screenshot.',
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
