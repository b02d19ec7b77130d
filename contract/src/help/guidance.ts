import { z } from 'zod'
import { endpoint } from '../http.ts'

/** The third-party script that guides people through the console (specification 1, sections 1, 4 and 9). */

export const guidanceSchema = z.strictObject({
  /** Null where it is not to be loaded: not configured, not in this environment, or not for this user. */
  script: z
    .strictObject({
      url: z.string(),
      userIdHash: z.string().meta({ description: 'SHA-256 of the user id, in hexadecimal' }),
      licenceCode: z.string().meta({ description: "The tenant's licence code" }),
    })
    .nullable(),
})
export type Guidance = z.output<typeof guidanceSchema>

export const getGuidance = endpoint({
  id: 'getGuidance',
  method: 'GET',
  path: '/help/guidance',
  summary: 'The guidance script to load for the caller, and what it is told',
  description: "None for API keys, and none for users with a role whose name contains 'automation'.",
  tag: 'Help',
  access: { signedIn: true },
  response: guidanceSchema,
  errors: [],
  examples: {
    response: {
      script: {
        url: 'https://guide.example/guide.js',
        userIdHash: '2f0c7b1c7c9d3a9a2c4be3d4d1a7b3a86c3a9d5be0dc1b1a5e9f7f4c3b2a1d0e',
        licenceCode: 'MRE-2026-0417',
      },
    },
  },
})
