import { listOpenModels } from '@steward/contract/open-models/endpoints'
import { endpointQuery } from '../api/query.ts'

/** The models from other providers, with the tenant's choices. */
export const openModelsQuery = endpointQuery(listOpenModels, ['open_model'], {})
