import { z } from 'zod'
import { problemSchema } from '../problem-schemas.ts'
import { flagSource } from '../rules/permission-inputs.ts'
import { exactText, keyText } from '../text.ts'

/** The protocol's reasons that Steward uses. */
export const flagReason = z.enum(['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED', 'UNKNOWN'])
export type FlagReason = z.output<typeof flagReason>

/** Unknown members are accepted: the protocol leaves them to the client. */
export const evaluationRequest = z.looseObject({
  context: z.looseObject({
    targetingKey: keyText(320).meta({ description: 'The `userId` of the user that the flags are evaluated for' }),
  }),
})

export const evaluationSchema = z.strictObject({
  key: z.string(),
  value: z.boolean(),
  reason: flagReason,
  variant: z.enum(['on', 'off']),
  metadata: z.strictObject({
    description: z.string().meta({ description: 'What the flag guards' }),
    source: flagSource.meta({ description: 'What decided: the narrowest setting, or the catalog' }),
    percentage: z.number().int().optional().meta({ description: 'The share of the users it is on for, where a share decided' }),
  }),
})
export type Evaluation = z.output<typeof evaluationSchema>

/** The error codes of the protocol, for status 400 and 404. */
export const flagErrorCode = z.enum(['PARSE_ERROR', 'TARGETING_KEY_MISSING', 'INVALID_CONTEXT', 'GENERAL', 'FLAG_NOT_FOUND'])
export type FlagErrorCode = z.output<typeof flagErrorCode>

/** An error as the protocol has it, with the members of a problem. */
export const flagFailureSchema = problemSchema.extend({
  key: z.string().optional().meta({ description: 'The flag, where one was asked for' }),
  errorCode: flagErrorCode.optional().meta({ description: 'With status 400 and 404' }),
  errorDetails: z.string(),
})

export const evaluateFlagsQuery = z.strictObject({
  flagConfigEtag: exactText(200).optional().meta({ description: 'Given by event streams, which are not offered; ignored' }),
  flagConfigLastModified: exactText(40).optional().meta({ description: 'As `flagConfigEtag`' }),
})

export const evaluateFlagsResponse = z.strictObject({ flags: z.array(evaluationSchema) })

export const evaluateFlagParams = z.strictObject({ key: keyText(200).meta({ description: 'Name of the flag' }) })
