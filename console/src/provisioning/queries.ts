import { getProvisioning, getProvisioningEvent, listProvisioningEvents, listScimTokens } from '@steward/contract/provisioning/endpoints'
import { endpointQuery, entityQuery, listQuery } from '../api/query.ts'
import { eventsInput, tokensInput, type ProvisioningSearch } from './search.ts'

export const tokenTables = ['scim_token'] as const
export const eventTables = ['provisioning_event'] as const
export const brakeTables = ['provisioning_brake', 'provisioning_removal', 'provisioning_event'] as const

/** The tokens; each operation of the log is a use of one. */
export const tokensQuery = (search: ProvisioningSearch) =>
  listQuery(listScimTokens, [...tokenTables, ...eventTables], { query: tokensInput(search) })

/** The page of the log that a URL asks for. */
export const eventsQuery = (search: ProvisioningSearch) => listQuery(listProvisioningEvents, eventTables, { query: eventsInput(search) })

export const eventQuery = (eventId: string) => endpointQuery(getProvisioningEvent, eventTables, { params: { eventId } })

/** The address for the provider and the brake, with the version as ETag. */
export const provisioningQuery = entityQuery(getProvisioning, brakeTables, {})
