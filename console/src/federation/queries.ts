import { getFederation, getFederationImpact, listFederationAttempts } from '@steward/contract/federation/endpoints'
import type { Federation } from '@steward/contract/federation/schemas'
import { listGroups } from '@steward/contract/groups/endpoints'
import { listTenantDomains } from '@steward/contract/tenants/domains'
import { endpointQuery, entityQuery, queryClient } from '../api/query.ts'

/** Tables behind how the tenant signs in. */
export const federationTables = ['federation_config', 'federation_provider', 'federation_certificate', 'federation_key'] as const

/** How the tenant signs in through its provider, and its version as ETag. */
export const federationQuery = entityQuery(getFederation, [...federationTables, 'user_group'], {})

/** Whom enabling or disabling concerns. */
export const impactQuery = endpointQuery(getFederationImpact, [...federationTables, 'app_user', 'group_member'], {})

/** The last sign-ins through the provider; new ones are announced. */
export const attemptsQuery = endpointQuery(listFederationAttempts, ['federation_attempt'], {})

export const domainsQuery = endpointQuery(listTenantDomains, ['tenant_domain'], {})

/** The groups that one of the provider may be mapped to; a tenant has at most 100. */
export const mappableGroupsQuery = endpointQuery(listGroups, ['user_group'], { query: { limit: 100 } })

/** The configuration with the version that was read. */
export interface VersionedFederation {
  data: Federation
  etag: string | undefined
}

export const readFederationAgain = (): Promise<VersionedFederation> => queryClient.fetchQuery({ ...federationQuery, staleTime: 0 })

/** Shows an answer at once; what else was read follows by the announced change. */
export function keepFederation(data: Federation, etag: string | undefined): void {
  queryClient.setQueryData(federationQuery.queryKey, { data, etag })
}
