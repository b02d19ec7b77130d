import { z } from 'zod'

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
