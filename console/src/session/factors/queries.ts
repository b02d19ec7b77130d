import { listOwnFactors } from '@steward/contract/session/factors'
import { endpointQuery } from '../../api/query.ts'
import { factorTables } from './tables.ts'

/** The second factors of the signed-in user, and what the tenant asks for. */
export const ownFactorsQuery = endpointQuery(listOwnFactors, factorTables, {})
