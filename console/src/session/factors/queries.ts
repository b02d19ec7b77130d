import { listOwnFactors } from '@steward/contract/session/factors'
import { endpointQuery } from '../../api/query.ts'

export const factorTables = ['sign_in_factor', 'recovery_code', 'remembered_browser'] as const

/** The second factors of the signed-in user, and what the tenant asks for. */
export const ownFactorsQuery = endpointQuery(listOwnFactors, factorTables, {})
