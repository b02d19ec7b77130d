import { getProfile } from '@steward/contract/session/endpoints'
import { listTenantApps } from '@steward/contract/tenants/endpoints'
import { configQuery } from '../api/config.ts'
import { endpointQuery, queryClient } from '../api/query.ts'
import { hasPermission, permissionsQuery } from '../session/permissions/permissions.ts'

/** What the tenant is licensed for, by application: for the pages of system usage. */
const tenantAppsQuery = endpointQuery(listTenantApps, ['application_license'], {})

/**
 * What is loaded on entry to the default layout (specification 1, section 4), side by side. Permissions and flags decide
 * what is shown, so they are waited for; the rest is there when somebody looks at it. Whether the tenant is federated came
 * with the session. What was read before is not read again: this runs with every navigation.
 */
export async function enterShell(): Promise<void> {
  // Each place that shows one of these says so when it is missing.
  void queryClient.ensureQueryData(endpointQuery(getProfile, ['app_user'], {})).catch(() => undefined)
  void queryClient.ensureQueryData({ ...configQuery, retry: false }).catch(() => undefined)
  await queryClient.ensureQueryData(permissionsQuery)
  if (hasPermission('Admin.ViewSystemUsage')) void queryClient.ensureQueryData(tenantAppsQuery).catch(() => undefined)
}
