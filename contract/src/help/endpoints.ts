import { z } from 'zod'
import { exactText, keyText, lineText, multilineText } from '../text.ts'
import { endpoint } from '../http.ts'

/** Help and feedback (first specification file, sections 2, 7 and 9; product decisions, "Help" and "Feedback"). */

const tag = 'Help'

export const openHelp = endpoint({
  id: 'openHelp',
  method: 'POST',
  path: '/help/oauth/cookie2',
  summary: 'Let this browser read the help site',
  description:
    'Sets a cookie below `/help`, which scripts cannot read, for a while and as long as the session lasts. The pages about signing in are read without it.',
  tag,
  access: { signedIn: true },
  body: z.strictObject({
    app: keyText(60).meta({ description: 'The application that opens the help' }),
    env: keyText(60).meta({ description: 'The environment it runs in, as in `/home/config.json`' }),
  }),
  response: z.strictObject({ expiresIn: z.number().int().meta({ description: 'Seconds for which the cookie holds' }) }),
  errors: ['person_needed'],
  examples: { body: { app: 'admin-console', env: 'production' }, response: { expiresIn: 3600 } },
})

/** How it felt, from best to worst. */
export const moods = ['very_good', 'good', 'neutral', 'bad', 'very_bad'] as const
export type Mood = (typeof moods)[number]

/** The bytes of a screenshot. */
export const screenshotLimit = 2 * 1024 * 1024
export const screenshotTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type ScreenshotType = (typeof screenshotTypes)[number]

/** What people write; the rest of a feedback is added by the console. */
export const feedbackWords = {
  mood: z.enum(moods),
  text: multilineText(4000).min(1),
}

export const sendFeedback = endpoint({
  id: 'sendFeedback',
  method: 'POST',
  path: '/help/feedback',
  summary: 'Tell the operator what one thinks of the product',
  description: 'At most ten an hour from one user. The operator is mailed it, with the screenshot.',
  tag,
  access: { signedIn: true },
  body: z.strictObject({
    ...feedbackWords,
    // Neither query nor hash: they may name people, or hold tokens.
    page: exactText(300)
      .regex(/^\/[^?#]*$/)
      .meta({ description: 'Path of the page it is about', example: '/home/user-administration/users' }),
    version: lineText(60).meta({ description: 'Version of the console' }),
    screenshot: z
      .file()
      .max(screenshotLimit)
      .mime([...screenshotTypes])
      .optional(),
  }),
  media: { request: 'multipart/form-data' },
  response: z.strictObject({ feedbackId: z.uuid() }),
  status: 201,
  errors: ['person_needed', 'screenshot_unreadable', 'rate_limited'],
  examples: {
    body: { mood: 'good', text: 'Filters in the address are handy.', page: '/home/user-administration/users', version: '0.1.0' },
    response: { feedbackId: '0199c0de-6666-7c11-9d59-3b8f5f1c2a44' },
  },
})
