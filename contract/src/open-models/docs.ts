import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import { listOpenModelsResponse, openModelSchema, patchOpenModelBody, patchOpenModelParams, type OpenModel } from './schemas.ts'

const tag = 'Open models'

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

export const openModelsDocs = operations(endpoints, {
  listOpenModels: {
    summary: "List the models of other providers and the tenant's choices for each",
    tag,
    response: listOpenModelsResponse,
    errors: [],
    examples: { response: { items: [exampleModel] } },
  },
  patchOpenModel: {
    summary: 'Accept the terms of a model, enable or disable it, or set how many analyses run concurrently',
    description:
      'A model can be enabled only if its current terms are accepted; one call can do both. Fields that are left out stay as they are.',
    tag,
    params: patchOpenModelParams,
    body: patchOpenModelBody,
    response: openModelSchema,
    errors: ['not_found', 'terms_outdated', 'terms_not_accepted', 'concurrency_too_large'],
    examples: { params: { modelId: 'aral-eu-flood' }, body: { acceptTerms: '2026-01', isEnabled: true }, response: exampleModel },
  },
})
