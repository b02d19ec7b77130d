import { z } from 'zod'
import { keyText } from '../text.ts'
import { endpoint, timestamp } from '../http.ts'

/** Models of other providers (product decisions, "Open Model Engine, Nasdaq"). */

const tag = 'Open models'

export const openModelSchema = z.strictObject({
  modelId: z.string(),
  name: z.string(),
  provider: z.string(),
  peril: z.string(),
  region: z.string(),
  /** Of the model. */
  modelVersion: z.string(),
  terms: z.strictObject({ version: z.string(), text: z.array(z.string()) }),
  /** The terms that were accepted last, by whom and when; older terms than those in force must be accepted again. */
  accepted: z.strictObject({ version: z.string(), by: z.string(), at: timestamp, isCurrent: z.boolean() }).nullable(),
  isEnabled: z.boolean(),
  maxConcurrency: z.number().int(),
  largestConcurrency: z.number().int(),
  /** Of the tenant's choices, for If-Match; 0 while there are none. */
  version: z.number().int(),
})
export type OpenModel = z.output<typeof openModelSchema>

const exampleModel: OpenModel = {
  modelId: 'aral-eu-flood',
  name: 'European River Flood',
  provider: 'Aral Analytics',
  peril: 'Inland flood',
  region: 'Europe',
  modelVersion: '4.2',
  terms: { version: '2026-01', text: ['Results are estimates and no promise of losses.'] },
  accepted: { version: '2026-01', by: 'ada.lindqvist@meridian-re.example', at: '2026-03-14T09:26:53.589Z', isCurrent: true },
  isEnabled: true,
  maxConcurrency: 2,
  largestConcurrency: 10,
  version: 1,
}

export const listOpenModels = endpoint({
  id: 'listOpenModels',
  method: 'GET',
  path: '/entitlements/open-models',
  summary: 'List the models of other providers and what the tenant chose for each',
  tag,
  access: { permission: 'Navigation.OpenModelEngineNasdaq' },
  response: z.strictObject({ items: z.array(openModelSchema) }),
  errors: [],
  examples: { response: { items: [exampleModel] } },
})

export const patchOpenModel = endpoint({
  id: 'patchOpenModel',
  method: 'PATCH',
  path: '/entitlements/open-models/{modelId}',
  summary: 'Accept the terms of a model, enable or disable it, or say how many analyses run at a time',
  description: 'A model is enabled only once its terms in force are accepted; both may be said in one call. Only what is given changes.',
  tag,
  access: { permission: 'Navigation.OpenModelEngineNasdaq' },
  params: z.strictObject({ modelId: keyText(100) }),
  body: z.strictObject({
    acceptTerms: keyText(40).optional().meta({ description: 'Version of the terms that were read and accepted' }),
    isEnabled: z.boolean().optional(),
    maxConcurrency: z.number().int().min(1).max(100).optional(),
  }),
  response: openModelSchema,
  precondition: 'required',
  etag: true,
  errors: ['not_found', 'terms_outdated', 'terms_not_accepted', 'concurrency_too_large'],
  examples: { params: { modelId: 'aral-eu-flood' }, body: { acceptTerms: '2026-01', isEnabled: true }, response: exampleModel },
})
