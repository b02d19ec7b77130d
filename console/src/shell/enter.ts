import { getCurrentQuotas } from '@steward/contract/licenses/endpoints'
import { getProfile } from '@steward/contract/session/endpoints'
import { configQuery } from '../api/config.ts'
import { endpointQuery, queryClient } from '../api/query.ts'
import { hasPermission, permissionsQuery } from '../session/permissions/permissions.ts'
import { dataEntitlementsQuery, tenantAppsQuery } from '../system-usage/queries.ts'

const currentQuotasQuery = endpointQuery(getCurrentQuotas, ['company_quota'], {})

/**
 * Data loaded in parallel on entry to the default layout (specification 1, section 4). Permissions and flags decide
 * what is shown, so they are awaited; the rest is usually ready when the user needs it. Whether the tenant is federated came
 * with the session. Data that is already loaded is not loaded again: this runs with every navigation.
 */
export async function enterShell(): Promise<void> {
  // Each component that shows one of these reports an error itself.
  void queryClient.ensureQueryData(endpointQuery(getProfile, ['app_user'], {})).catch(() => undefined)
  void queryClient.ensureQueryData(configQuery).catch(() => undefined)
  await queryClient.ensureQueryData(permissionsQuery)
  if (hasPermission('Admin.ViewSystemUsage')) {
    void queryClient.ensureQueryData(tenantAppsQuery).catch(() => undefined)
    void queryClient.ensureQueryData(dataEntitlementsQuery).catch(() => undefined)
  }
  // Monitoring with interactive lanes (specification 1, section 6).
  if (hasPermission('Admin.ViewCompanyQuotas')) void queryClient.ensureQueryData(currentQuotasQuery).catch(() => undefined)
}
