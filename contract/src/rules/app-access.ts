import type { AppName } from '../catalog/apps.ts'
import type { PermissionName } from './permission-names.ts'

type AppAccess = Extract<PermissionName, `AppAccess.${string}`>

/** The application that each permission opens. */
export const openedApps: Readonly<Record<AppAccess, AppName>> = {
  'AppAccess.climateOnDemand': 'climate-on-demand',
  'AppAccess.climateOnDemandPro': 'climate-on-demand-pro',
  'AppAccess.cometa': 'cometa',
  'AppAccess.enterpriseDataVault': 'enterprise-data-vault',
  'AppAccess.exposureIq': 'exposureiq',
  'AppAccess.exposureIqAddon': 'exposureiq-addon',
  'AppAccess.internalServices': 'internal-services',
  'AppAccess.tenantAdminPortal': 'tenant-admin-portal',
  'AppAccess.locationIntelligence': 'location-intelligence',
  'AppAccess.managedSql': 'managed-sql',
  'AppAccess.nasdaq': 'nasdaq',
  'AppAccess.riskDataLake': 'risk-data-lake',
  'AppAccess.riskInvestorIq': 'risk-investor-iq',
  'AppAccess.rlax': 'rlax',
  'AppAccess.siteIq': 'siteiq',
  'AppAccess.treatyIqV2': 'treatyiq',
  'AppAccess.underwriteiq': 'underwriteiq',
}
