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
  "The targeting key is the caller's own user id; evaluating for somebody else of the tenant needs `Admin.ViewUsers`. Failures carry `errorCode` and `errorDetails` as the protocol has them, beside the members of a problem."
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
    summary: 'Every feature flag as it is for a user (OFREP)',
    description: `The answer carries an ETag of its content; sent back as If-None-Match, it is answered 304 while nothing has changed. ${targeting}`,
    tag: 'Feature flags',
    query: evaluateFlagsQuery,
    body: evaluationRequest,
    response: evaluateFlagsResponse,
    failure,
    errors: ['malformed_json', 'targeting_key_foreign'],
    examples: { body: example, response: { flags: [exampleEvaluation] } },
  },
  evaluateFlag: {
    summary: 'One feature flag as it is for a user (OFREP)',
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
