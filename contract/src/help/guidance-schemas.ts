import { z } from 'zod'

export const guidanceSchema = z.strictObject({
  /** Null if the script should not be loaded: not configured, or not enabled for this environment or user. */
  script: z
    .strictObject({
      url: z.string(),
      userIdHash: z.string().meta({ description: 'SHA-256 of the user id, in hexadecimal' }),
      licenseCode: z.string().meta({ description: "The tenant's license code" }),
    })
    .nullable(),
})
export type Guidance = z.output<typeof guidanceSchema>
