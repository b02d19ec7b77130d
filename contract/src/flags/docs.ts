import { featureFlags } from '../catalog/flags.ts'
import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import {
  evaluateFlagParams,
  evaluateFlagsQuery,
  evaluateFlagsResponse,
  evaluationRequest,
  evaluationSchema,
  flagFailureSchema,
} from './schemas.ts'

const targeting =
  "The targeting key is the caller's own user id; evaluating for someone else in the tenant requires `Admin.ViewUsers`. Errors have the protocol's `errorCode` and `errorDetails` in addition to the members of a problem."
const example = { context: { targetingKey: '0199c0de-7a3b-7c11-9d59-3b8f5f1c2a44' } }
const exampleFlag = featureFlags[0]
const exampleEvaluation = {
  key: exampleFlag.flagName,
  value: true,
  reason: 'TARGETING_MATCH',
  variant: 'on',
  metadata: { description: exampleFlag.description, source: 'tenant' },
} as const

const failure = { type: 'application/json', schema: flagFailureSchema }

export const flagsDocs = operations(endpoints, {
  evaluateFlags: {
    summary: 'Evaluate every feature flag for a user (OFREP)',
    description: `The response has an ETag. Sent back as If-None-Match, it is answered with 304 until something changes. ${targeting}`,
    tag: 'Feature flags',
    query: evaluateFlagsQuery,
    body: evaluationRequest,
    response: evaluateFlagsResponse,
    failure,
    errors: ['malformed_json', 'targeting_key_foreign'],
    examples: { body: example, response: { flags: [exampleEvaluation] } },
  },
  evaluateFlag: {
    summary: 'Evaluate one feature flag for a user (OFREP)',
    description: targeting,
    tag: 'Feature flags',
    params: evaluateFlagParams,
    body: evaluationRequest,
    response: evaluationSchema,
    failure,
    errors: ['malformed_json', 'targeting_key_foreign', 'flag_not_found'],
    examples: { params: { key: exampleFlag.flagName }, body: example, response: exampleEvaluation },
  },
})
