import { z } from 'zod'
import { exactText, keyText } from '../text.ts'
import { featureFlags } from '../catalogue/flags.ts'
import { endpoint } from '../http.ts'
import { flagSource } from '../rules/permission-inputs.ts'

/**
 * Feature flags over the OpenFeature Remote Evaluation Protocol, version 0.3
 * (https://github.com/open-feature/protocol, `service/openapi.yaml`), so that any OpenFeature provider for it can ask.
 * What decides a flag stands in `rules/flags.ts`.
 */

/** The reasons of the protocol that occur here. */
export const flagReason = z.enum(['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED', 'UNKNOWN'])
export type FlagReason = z.output<typeof flagReason>

/** Members that are not known are let through: the protocol leaves them to the client. */
const evaluationRequest = z.looseObject({
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
    source: flagSource.meta({ description: 'What decided: the narrowest setting, or the catalogue' }),
    percentage: z.number().int().optional().meta({ description: 'The share of the users it is on for, where a share decided' }),
  }),
})
export type Evaluation = z.output<typeof evaluationSchema>

const targeting =
  "The targeting key is the caller's own user id; evaluating for somebody else of the tenant needs `Admin.ViewUsers`. Failures carry `errorCode` and `errorDetails` as the protocol has them, beside the members of a problem."
const example = { context: { targetingKey: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44' } }
const [exampleFlag] = featureFlags
const exampleEvaluation = {
  key: exampleFlag.flagName,
  value: true,
  reason: 'TARGETING_MATCH',
  variant: 'on',
  metadata: { description: exampleFlag.description, source: 'tenant' },
} as const

export const evaluateFlags = endpoint({
  id: 'evaluateFlags',
  method: 'POST',
  path: '/ofrep/v1/evaluate/flags',
  summary: 'Every feature flag as it is for a user (OFREP)',
  description: `The answer carries an ETag of its content; sent back as If-None-Match, it is answered 304 while nothing has changed. ${targeting}`,
  tag: 'Feature flags',
  access: { signedIn: true },
  query: z.strictObject({
    flagConfigEtag: exactText(200).optional().meta({ description: 'Given by event streams, which are not offered; ignored' }),
    flagConfigLastModified: exactText(40).optional().meta({ description: 'As `flagConfigEtag`' }),
  }),
  body: evaluationRequest,
  response: z.strictObject({ flags: z.array(evaluationSchema) }),
  conditional: true,
  errors: ['malformed_json', 'targeting_key_foreign'],
  examples: { body: example, response: { flags: [exampleEvaluation] } },
})

export const evaluateFlag = endpoint({
  id: 'evaluateFlag',
  method: 'POST',
  path: '/ofrep/v1/evaluate/flags/{key}',
  summary: 'One feature flag as it is for a user (OFREP)',
  description: targeting,
  tag: 'Feature flags',
  access: { signedIn: true },
  params: z.strictObject({ key: keyText(200).meta({ description: 'Name of the flag' }) }),
  body: evaluationRequest,
  response: evaluationSchema,
  errors: ['malformed_json', 'targeting_key_foreign', 'flag_not_found'],
  examples: { params: { key: exampleFlag.flagName }, body: example, response: exampleEvaluation },
})
