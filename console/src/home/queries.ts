import type { HomePart } from '@steward/contract/home/parts'
import { getHome } from '@steward/contract/home/endpoints'
import { endpointQuery } from '../api/query.ts'

/** The tables behind each part: it is refetched when one of them changes. */
const tables: Readonly<Record<HomePart, readonly string[]>> = {
  attention: [
    'application_license',
    'company_quota',
    'app_user',
    'one_time_token',
    'api_key',
    'federation_certificate',
    'federation_provider',
    'deprovisioning_limit',
    'factor_reset_request',
    'currency_scheme',
    'currency_vintage',
  ],
  access: ['user_group', 'group_member', 'group_role', 'role_action', 'application_license'],
  changes: [
    'app_user',
    'user_group',
    'group_member',
    'group_role',
    'role',
    'role_action',
    'api_key',
    'resource_group',
    'tag',
    'currency_scheme',
  ],
  people: ['app_user'],
  quotas: ['company_quota'],
  failures: [],
}

/** Bulk work of others changes a table many times; the page shows it a few times. */
const pauseMs = 10_000

/** One part of the page: each is its own request, so that it loads and fails alone. */
export const homeQuery = (part: HomePart) => ({
  ...endpointQuery(getHome, tables[part], { query: { parts: [part] } }),
  meta: { tables: tables[part], pauseMs },
})
