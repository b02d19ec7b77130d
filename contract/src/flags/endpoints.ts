import type { Endpoint } from '../http.ts'
import type { evaluateFlagParams, evaluateFlagsQuery, evaluateFlagsResponse, evaluationRequest, evaluationSchema } from './schemas.ts'

/**
 * Feature flags over the OpenFeature Remote Evaluation Protocol, version 0.3
 * (https://github.com/open-feature/protocol, `service/openapi.yaml`), for any OpenFeature provider that supports it.
 * How flags are decided is in `rules/flags.ts`.
 */

export const evaluateFlags: Endpoint<{
  query: typeof evaluateFlagsQuery
  body: typeof evaluationRequest
  response: typeof evaluateFlagsResponse
}> = {
  id: 'evaluateFlags',
  method: 'POST',
  path: '/ofrep/v1/evaluate/flags',
  isRead: true,
  access: { signedIn: true },
  conditional: true,
}

export const evaluateFlag: Endpoint<{
  params: typeof evaluateFlagParams
  body: typeof evaluationRequest
  response: typeof evaluationSchema
}> = {
  id: 'evaluateFlag',
  method: 'POST',
  path: '/ofrep/v1/evaluate/flags/{key}',
  isRead: true,
  access: { signedIn: true },
}
