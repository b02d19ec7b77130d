import { z } from 'zod'
import { exactText, keyText, lineText, multilineText } from '../text.ts'
import { moods, screenshotLimit, screenshotTypes } from './constants.ts'

export const openHelpBody = z.strictObject({
  app: keyText(60).meta({ description: 'The application that opens the help' }),
  env: keyText(60).meta({ description: 'The environment it runs in, as in `/home/config.json`' }),
})

export const openHelpResponse = z.strictObject({ expiresIn: z.number().int().meta({ description: 'Seconds until the cookie expires' }) })

/** What the user enters; the console adds the rest. */
export const feedbackFields = {
  mood: z.enum(moods),
  text: multilineText(4000).min(1),
}

export const sendFeedbackBody = z.strictObject({
  ...feedbackFields,
  // Without query and hash, which can contain personal data or tokens.
  page: exactText(300)
    .regex(/^\/[^?#]*$/)
    .meta({ description: 'Path of the page it is about', example: '/home/user-administration/users' }),
  version: lineText(60).meta({ description: 'Version of the console' }),
  screenshot: z
    .file()
    .max(screenshotLimit)
    .mime([...screenshotTypes])
    .optional(),
})

export const sendFeedbackResponse = z.strictObject({ feedbackId: z.uuid() })
