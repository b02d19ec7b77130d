import { featureFlags } from '../catalog/flags.ts'
import { interactiveConcurrencyQuota } from '../catalog/quotas.ts'
import { openedApps } from './app-access.ts'
import {
  action,
  administrator,
  all,
  always,
  any,
  anyRole,
  app,
  federatedLogin,
  flag,
  license,
  not,
  permission,
  quota,
  resourceGroup,
  type Rule,
} from './expression.ts'
import type { PermissionName } from './permission-names.ts'
import { type ResourceGroupProduct, resourceGroupProducts } from './resource-group-products.ts'

type Rules<Prefix extends string> = Record<Extract<PermissionName, `${Prefix}.${string}`>, Rule>

/** Edit implies view. */
const viewOrEdit = (view: string, edit: string): Rule => any(action(view), action(edit))

/** Both specification files, section 6, "Admin action permissions"; endpoints of the server declare these. */
const adminRules: Rules<'Admin'> = {
  'Admin.ViewApiKeys': viewOrEdit('ViewApiKeys', 'EditApiKeys'),
  'Admin.EditApiKeys': action('EditApiKeys'),
  'Admin.ViewCurrencies': viewOrEdit('ViewCurrencies', 'EditCurrencies'),
  'Admin.EditCurrencies': action('EditCurrencies'),
  'Admin.ViewCurrencySchemes': viewOrEdit('ViewCurrencySchemes', 'EditCurrencySchemes'),
  'Admin.EditCurrencySchemes': action('EditCurrencySchemes'),
  'Admin.ViewGroups': viewOrEdit('ViewGroups', 'EditGroups'),
  'Admin.EditGroups': action('EditGroups'),
  'Admin.ViewRoles': viewOrEdit('ViewRoles', 'EditRoles'),
  'Admin.EditRoles': action('EditRoles'),
  'Admin.ViewUsers': viewOrEdit('ViewUsers', 'EditUsers'),
  'Admin.EditUsers': action('EditUsers'),
  'Admin.ViewSecurables': viewOrEdit('ViewSecurables', 'ManageSecurables'),
  'Admin.ManageSecurables': action('ManageSecurables'),
  'Admin.ViewLicenses': action('ViewLicenses'),
  'Admin.ViewSystemLog': action('ViewSystemLog'),
  'Admin.ViewSystemUsage': action('ViewSystemUsage'),
  'Admin.ViewTenantInfo': action('ViewTenantInfo'),
  'Admin.MonitorApiUsage': action('MonitorApiUsage'),
  'Admin.ConfigureSSO': action('ConfigureSSO'),
  'Admin.ManageThirdPartyModels': action('ManageThirdPartyModels'),
  'Admin.ViewIrpNavigator': action('ViewIrpNavigator'),
  'Admin.ViewDataBridge': any(
    action('ListDataBridgeServers'),
    action('ReadDataBridgeAccessControlList'),
    action('EditDataBridgeAccessControlList'),
    action('ManageDataBridgeSecurables'),
  ),
  'Admin.ListDataBridgeServers': action('ListDataBridgeServers'),
  'Admin.ReadDataBridgeAccessControlList': viewOrEdit('ReadDataBridgeAccessControlList', 'EditDataBridgeAccessControlList'),
  'Admin.EditDataBridgeAccessControlList': action('EditDataBridgeAccessControlList'),
  'Admin.ManageDataBridgeSecurables': action('ManageDataBridgeSecurables'),
  'Admin.AccessDataExchange': viewOrEdit('AccessDataExchange', 'ManageDataExchangeShareKeys'),
  'Admin.ManageDataExchangeShareKeys': action('ManageDataExchangeShareKeys'),
  'Admin.TenantAdministrator': administrator,
  'Admin.ViewAuditLog': permission('Navigation.AuditLog'),
  'Admin.ViewResourceGroups': permission('Navigation.ResourceGroupsManagement'),
  'Admin.EditResourceGroups': permission('Navigation.ResourceGroupsManagement'),
  // Tags belong to the reference data: permission for currencies or schemes covers their tags.
  'Admin.ViewTags': permission('Navigation.DataTags'),
  'Admin.EditTags': all(
    permission('Navigation.DataTags'),
    any(permission('Admin.EditCurrencies'), permission('Admin.EditCurrencySchemes')),
  ),
  'Admin.ManageScimTokens': permission('Navigation.ScimManagement'),
  'Admin.ViewApiMonitoring': permission('Navigation.ApiMonitoringWithFeatureFlags'),
  'Admin.ViewTemporaryData': permission('Navigation.TemporaryData'),
  'Admin.EditTenantSettings': permission('Navigation.TenantSettings'),
  'Admin.ViewESGScores': permission('Navigation.ESGScoreCustomization'),
  'Admin.EditESGScores': all(permission('Navigation.ESGScoreCustomization'), administrator),
  'Admin.ViewCompanyQuotas': all(permission('Navigation.Monitoring'), permission('FeatureFlags.InteractiveLanes')),
}

/**
 * A resource-group product other than data-admin is available. Data-admin alone never counts, so it is left out
 * (like `availableResourceGroupProducts`; a test compares the two).
 */
const anyResourceGroupProduct: Rule = any(
  ...resourceGroupProducts
    .filter((product: ResourceGroupProduct) => product.permissions.length > 0)
    .map((product: ResourceGroupProduct) => {
      const access = any(...product.permissions.map(permission))
      return product.flagName === undefined ? access : all(access, permission(`FeatureFlags.${product.flagName}`))
    }),
)

/**
 * The applications besides Climate On Demand that people work in. Reference data is hidden from people who only have Climate On Demand
 * (second specification file, section 6: "hidden for climate on demand"), which has no use for it. Administration and diagnostics don't
 * count, nor the ExposureIQ add-on, which needs Risk Modeler.
 */
const appsWithReferenceData = [
  'AppAccess.rlax',
  'AppAccess.exposureIq',
  'AppAccess.underwriteiq',
  'AppAccess.treatyIqV2',
  'AppAccess.siteIq',
  'AppAccess.locationIntelligence',
  'AppAccess.enterpriseDataVault',
  'AppAccess.managedSql',
  'AppAccess.riskDataLake',
  'AppAccess.riskInvestorIq',
  'AppAccess.cometa',
  'AppAccess.nasdaq',
] as const satisfies readonly PermissionName[]

/** Both specification files, section 6, "Menu rules" and "Menu and access rules in this area". */
const navigationRules: Rules<'Navigation'> = {
  'Navigation.Launchpad': always,
  'Navigation.SideMenu': any(
    permission('Navigation.UserAdministration'),
    permission('Navigation.Monitoring'),
    permission('Navigation.DeveloperAdministration'),
    permission('Navigation.Company'),
    permission('Navigation.IntegrationCenter'),
    permission('Navigation.ReferenceData'),
    permission('Navigation.OpenModelEngine'),
    permission('Navigation.DataAdministration'),
    permission('Navigation.ESGScoreCustomization'),
    permission('Navigation.Configurations'),
  ),
  'Navigation.UserAdministration': any(
    permission('Navigation.UserManagement'),
    permission('Navigation.GroupManagement'),
    permission('Navigation.ResourceGroupsManagement'),
    permission('Navigation.RoleManagementWithFeatureFlags'),
  ),
  'Navigation.UserManagement': permission('Admin.ViewUsers'),
  'Navigation.GroupManagement': permission('Admin.ViewGroups'),
  // The page needs Admin.EditGroups (first file, section 6), so the entry does too: no entry leads to /401.
  'Navigation.ResourceGroupsManagement': all(permission('Admin.EditGroups'), anyResourceGroupProduct),
  'Navigation.RoleManagementWithFeatureFlags': all(permission('Admin.ViewRoles'), permission('FeatureFlags.CustomRoles')),
  'Navigation.Monitoring': any(permission('Navigation.SystemUsage'), permission('Admin.ViewSystemLog')),
  'Navigation.SystemUsage': all(
    permission('Admin.ViewSystemUsage'),
    any(
      permission('Monitoring.RiskModeler'),
      permission('Monitoring.DataBridge'),
      permission('Monitoring.LocationIntelligence'),
      permission('Monitoring.ExposureIQ'),
      permission('Monitoring.ClimateOnDemand'),
      permission('Monitoring.EnterpriseDataVault'),
    ),
  ),
  'Navigation.SystemLog': permission('Admin.ViewSystemLog'),
  'Navigation.JobLog': all(permission('Monitoring.ViewJobLogResourceGroups'), permission('Admin.ViewSystemLog')),
  'Navigation.AuditLog': all(permission('Admin.ViewSystemLog'), permission('FeatureFlags.AuditLog')),
  'Navigation.InternalPreview': permission('AppAccess.internalServices'),
  'Navigation.DeveloperAdministration': any(
    permission('Navigation.APIKeyManagement'),
    permission('Navigation.ApiMonitoringWithFeatureFlags'),
  ),
  'Navigation.APIKeyManagement': permission('Admin.ViewApiKeys'),
  'Navigation.ApiMonitoringWithFeatureFlags': all(permission('FeatureFlags.ApiMonitoring'), permission('Admin.MonitorApiUsage')),
  'Navigation.TemporaryData': permission('Navigation.DeveloperAdministration'),
  'Navigation.DeveloperPortal': anyRole,
  'Navigation.Company': any(permission('Navigation.ScimManagement'), permission('Navigation.Licenses'), permission('Admin.ConfigureSSO')),
  'Navigation.Licenses': all(permission('Admin.ViewLicenses'), permission('Admin.ViewTenantInfo')),
  'Navigation.SingleSignOn': permission('Admin.ConfigureSSO'),
  'Navigation.ScimManagement': all(federatedLogin, permission('Admin.ConfigureSSO')),
  'Navigation.IntegrationCenter': all(permission('AppAccess.managedSql'), permission('Admin.ViewDataBridge')),
  'Navigation.ReferenceData': all(
    any(permission('Navigation.CurrencyManagement'), permission('Navigation.CurrencySchemeManagement')),
    any(
      not(any(permission('AppAccess.climateOnDemand'), permission('AppAccess.climateOnDemandPro'))),
      ...appsWithReferenceData.map(permission),
    ),
  ),
  'Navigation.CurrencyManagement': permission('Admin.ViewCurrencies'),
  'Navigation.CurrencySchemeManagement': permission('Admin.ViewCurrencySchemes'),
  'Navigation.DataTags': permission('Navigation.ReferenceData'),
  'Navigation.OpenModelEngine': permission('Navigation.OpenModelEngineNasdaq'),
  'Navigation.OpenModelEngineNasdaq': all(permission('Admin.ManageThirdPartyModels'), permission('AppAccess.nasdaq')),
  'Navigation.DataAdministration': permission('Admin.ViewSecurables'),
  'Navigation.ESGScoreCustomization': permission('FeatureFlags.ESGScoreCustomization'),
  'Navigation.Configurations': permission('Navigation.TenantSettings'),
  'Navigation.TenantSettings': all(administrator, permission('FeatureFlags.TenantSettingsAdmin')),
}

/** Second specification file, section 6, "App access": from the user's app list. */
// Object.fromEntries loses the key type; the table has every application.
const appRules: Rules<'AppAccess'> = {
  ...(Object.fromEntries(Object.entries(openedApps).map(([name, appName]) => [name, app(appName)])) as Rules<'AppAccess'>),
  'AppAccess.exposureIqAddon': all(app(openedApps['AppAccess.rlax']), app(openedApps['AppAccess.exposureIqAddon'])),
}

/**
 * Second specification file, section 6. The usage shown is the tenant's, so the tenant's licenses decide, not the user's
 * apps (first file, section 4: tenant apps and data entitlements are loaded for users who can view system usage).
 */
const monitoringRules: Rules<'Monitoring'> = {
  'Monitoring.RiskModeler': license('RI-RISKMODELER', 'application'),
  'Monitoring.DataBridge': license('IC-DATABRIDGE', 'application'),
  'Monitoring.LocationIntelligence': license('DATAAPI-LOCINTEL', 'data', 'application'),
  'Monitoring.ExposureIQ': any(
    license('RI-EXPOSUREIQ', 'application'),
    all(license('RI-RISKMODELER', 'application'), license('RI-RISKMODELER-EXPOSURE_ADDON', 'application')),
  ),
  'Monitoring.ClimateOnDemand': all(
    any(license('RI-COD-STN', 'application'), license('RI-COD-PRO', 'application')),
    permission('FeatureFlags.ClimateOnDemandUsage'),
  ),
  'Monitoring.EnterpriseDataVault': permission('FeatureFlags.EnterpriseDataVault'),
  'Monitoring.InteractiveLanes': quota(interactiveConcurrencyQuota),
  'Monitoring.ViewJobLogResourceGroups': all(
    any(action('DataAdmin.ViewJobLog'), action('DataAdmin.ManageJobs')),
    resourceGroup('RI-DATAADMIN'),
  ),
  'Monitoring.ManageJobs': all(permission('Navigation.JobLog'), action('DataAdmin.ManageJobs')),
  'Monitoring.DataVaultStorageNotification': all(
    permission('AppAccess.enterpriseDataVault'),
    permission('FeatureFlags.EnterpriseDataVault'),
  ),
}

// Object.fromEntries loses the key type; the list has every flag.
const flagRules = Object.fromEntries(
  featureFlags.map(({ flagName }) => [`FeatureFlags.${flagName}`, flag(flagName)]),
) as Rules<'FeatureFlags'>

/** The rule of every permission. */
export const permissionRules: Readonly<Record<PermissionName, Rule>> = {
  ...adminRules,
  ...navigationRules,
  ...appRules,
  ...monitoringRules,
  ...flagRules,
}
