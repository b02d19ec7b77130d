import { listOpenModels } from '@steward/contract/open-models/endpoints'
import { endpointQuery } from '../api/query.ts'

/** The models of other providers with what the tenant chose. */
export const openModelsQuery = endpointQuery(listOpenModels, ['open_model'], {})
