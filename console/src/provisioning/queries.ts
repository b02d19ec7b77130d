import {
  getProvisioning,
  getProvisioningEvent,
  getProvisioningHours,
  listProvisioningEvents,
  listScimTokens,
} from '@steward/contract/provisioning/endpoints'
import { endpointQuery, entityQuery, listQuery } from '../api/query.ts'
import { eventsInput, tokensInput } from './filters.ts'
import type { ProvisioningSearch } from './search.ts'

export const tokenTables = ['scim_token'] as const
export const eventTables = ['provisioning_event'] as const
export const deprovisioningLimitTables = ['deprovisioning_limit', 'provisioning_removal', 'provisioning_event'] as const

/** The tokens; each operation in the log counts as a use of one. */
export const tokensQuery = (search: ProvisioningSearch) =>
  listQuery(listScimTokens, [...tokenTables, ...eventTables], { query: tokensInput(search) })

/** The page of the log for a URL. */
export const eventsQuery = (search: ProvisioningSearch) => listQuery(listProvisioningEvents, eventTables, { query: eventsInput(search) })

/** The operations of each of the last 24 hours. */
export const hoursQuery = endpointQuery(getProvisioningHours, eventTables, {})

export const eventQuery = (eventId: string) => endpointQuery(getProvisioningEvent, eventTables, { params: { eventId } })

/** The provider's address and the deprovisioning limit, with the version as ETag. */
export const provisioningQuery = entityQuery(getProvisioning, deprovisioningLimitTables, {})
