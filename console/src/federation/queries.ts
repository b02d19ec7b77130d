import { getFederation, getFederationImpact, listFederationAttempts } from '@steward/contract/federation/endpoints'
import type { Federation } from '@steward/contract/federation/schemas'
import { listGroups } from '@steward/contract/groups/endpoints'
import { listTenantDomains } from '@steward/contract/tenants/domains'
import { endpointQuery, entityQuery, queryClient } from '../api/query.ts'

/** Database tables behind the tenant's sign-in configuration. */
export const federationTables = ['federation_config', 'federation_provider', 'federation_certificate', 'federation_key'] as const

/** The tenant's single sign-on configuration, and its version as ETag. */
export const federationQuery = entityQuery(getFederation, [...federationTables, 'user_group'], {})

/** The people affected by enabling or disabling. */
export const impactQuery = endpointQuery(getFederationImpact, [...federationTables, 'app_user', 'group_member'], {})

/** The last sign-ins through the provider; live updates announce new ones. */
export const attemptsQuery = endpointQuery(listFederationAttempts, ['federation_attempt'], {})

export const domainsQuery = endpointQuery(listTenantDomains, ['tenant_domain'], {})

/** Groups that can be mapped to one of the provider's; a tenant has at most 100. */
export const mappableGroupsQuery = endpointQuery(listGroups, ['user_group'], { query: { limit: 100 } })

/** The configuration with its version. */
export interface VersionedFederation {
  data: Federation
  etag: string | undefined
}

export const readFederationAgain = (): Promise<VersionedFederation> => queryClient.fetchQuery({ ...federationQuery, staleTime: 0 })

/** Puts a response into the cache immediately; other queries refetch when the change is announced. */
export function keepFederation(data: Federation, etag: string | undefined): void {
  queryClient.setQueryData(federationQuery.queryKey, { data, etag })
}
