import { describe, expect, it } from 'vitest'
import { adminCenterActions, adminCenterProductActions } from '../catalog/actions-admin.ts'
import { actions } from '../catalog/index.ts'
import { products } from '../catalog/products.ts'
import { asOf, buildPermissionInputs, nextYear } from './permission-inputs.fixtures.ts'
import { evaluate, isGranted, type PermissionInputs, type PermissionName, permissionNames } from './permissions.ts'

const actionNames = actions.map((action) => action.actionName)
const productCodes = products.map((product) => product.productCode)

const granted = (facts: PermissionInputs, prefix: string) =>
  permissionNames.filter((name) => name.startsWith(prefix) && isGranted(name, facts))

describe('permissions, as the specification names them', () => {
  it('return false for an unknown name', () => {
    const facts = buildPermissionInputs({ isAdministrator: true, actions: actionNames })
    expect(evaluate('Admin.DoAnything', facts)).toEqual({
      granted: false,
      reason: { kind: 'unknown', granted: false, name: 'Admin.DoAnything' },
    })
    expect(isGranted('constructor', facts)).toBe(false)
    expect(isGranted('__proto__', facts)).toBe(false)
  })

  it('include every name of section 6', () => {
    const named = [
      'SideMenu, UserAdministration, UserManagement, GroupManagement, ResourceGroupsManagement, RoleManagementWithFeatureFlags, Monitoring, SystemUsage, JobLog, DeveloperAdministration, APIKeyManagement, ApiMonitoringWithFeatureFlags, Company, Licenses, ScimManagement, IntegrationCenter, ReferenceData, CurrencyManagement, CurrencySchemeManagement, OpenModelEngine, OpenModelEngineNasdaq, DataAdministration, Configurations, TenantSettings',
    ]
      .flatMap((list) => list.split(', '))
      .map((name) => `Navigation.${name}`)
    named.push('Admin.EditGroups', 'Admin.ViewSystemLog', 'Admin.ConfigureSSO', 'Admin.ViewSystemUsage')
    named.push(
      'FeatureFlags.AuditLog',
      'FeatureFlags.ESGScoreCustomization',
      'FeatureFlags.InteractiveLanes',
      'FeatureFlags.AccountSettings',
    )
    named.push('AppAccess.enterpriseDataVault', 'Monitoring.ViewJobLogResourceGroups')
    expect(named.filter((name) => !permissionNames.some((known) => known === name))).toEqual([])
  })

  it('show only the launchpad to a user without roles', () => {
    const facts = buildPermissionInputs({ products: productCodes })
    expect(granted(facts, 'Navigation.')).toEqual(['Navigation.Launchpad'])
    expect(granted(facts, 'Admin.')).toEqual([])
    expect(granted(facts, 'AppAccess.')).toEqual([])
  })

  it('show a currency steward the reference data and nothing else', () => {
    const facts = buildPermissionInputs({ actions: ['ViewCurrencies', 'EditCurrencies'], products: productCodes })
    expect(granted(facts, 'Navigation.')).toEqual([
      'Navigation.Launchpad',
      'Navigation.SideMenu',
      'Navigation.DeveloperPortal',
      'Navigation.ReferenceData',
      'Navigation.CurrencyManagement',
      'Navigation.DataTags',
    ])
    expect(granted(facts, 'Admin.')).toEqual(['Admin.ViewCurrencies', 'Admin.EditCurrencies', 'Admin.ViewTags', 'Admin.EditTags'])
  })

  it('imply view from edit', () => {
    for (const entity of ['ApiKeys', 'Currencies', 'CurrencySchemes', 'Groups', 'Roles', 'Users']) {
      const facts = buildPermissionInputs({ actions: [`Edit${entity}`] })
      expect(isGranted(`Admin.View${entity}`, facts)).toBe(true)
      expect(isGranted(`Admin.Edit${entity}`, buildPermissionInputs({ actions: [`View${entity}`] }))).toBe(false)
    }
    expect(isGranted('Admin.ViewSecurables', buildPermissionInputs({ actions: ['ManageSecurables'] }))).toBe(true)
  })

  const every = [...adminCenterActions, ...adminCenterProductActions].map((action) => action.actionName)
  it.each<[PermissionName, string, PermissionInputs, boolean]>([
    ['Navigation.AuditLog', 'log and flag', buildPermissionInputs({ actions: ['ViewSystemLog'] }), true],
    ['Navigation.AuditLog', 'no flag', buildPermissionInputs({ actions: ['ViewSystemLog'], flags: { AuditLog: false } }), false],
    ['Navigation.Licenses', 'licenses without tenant info', buildPermissionInputs({ actions: ['ViewLicenses'] }), false],
    ['Navigation.Licenses', 'both', buildPermissionInputs({ actions: ['ViewLicenses', 'ViewTenantInfo'] }), true],
    ['Navigation.Company', 'SSO alone', buildPermissionInputs({ actions: ['ConfigureSSO'] }), true],
    ['Navigation.ScimManagement', 'SSO without federation', buildPermissionInputs({ actions: ['ConfigureSSO'] }), false],
    [
      'Navigation.ScimManagement',
      'SSO with federation',
      buildPermissionInputs({ actions: ['ConfigureSSO'], federation: { state: 'ACTIVE', isFederatedLogin: true } }),
      true,
    ],
    ['Navigation.TenantSettings', 'every action, no admin role', buildPermissionInputs({ actions: every }), false],
    ['Navigation.TenantSettings', 'admin role', buildPermissionInputs({ isAdministrator: true }), true],
    [
      'Navigation.TenantSettings',
      'no flag',
      buildPermissionInputs({ isAdministrator: true, flags: { TenantSettingsAdmin: false } }),
      false,
    ],
    ['Navigation.ApiMonitoringWithFeatureFlags', 'action and flag', buildPermissionInputs({ actions: ['MonitorApiUsage'] }), true],
    [
      'Navigation.ApiMonitoringWithFeatureFlags',
      'no flag',
      buildPermissionInputs({ actions: ['MonitorApiUsage'], flags: { ApiMonitoring: false } }),
      false,
    ],
    [
      'Navigation.RoleManagementWithFeatureFlags',
      'no flag',
      buildPermissionInputs({ actions: ['EditRoles'], flags: { CustomRoles: false } }),
      false,
    ],
    ['Navigation.ReferenceData', 'schemes alone', buildPermissionInputs({ actions: ['ViewCurrencySchemes'] }), true],
    ['Navigation.ReferenceData', 'no product at all', buildPermissionInputs({ actions: ['ViewCurrencies'] }), true],
    [
      'Navigation.ReferenceData',
      'climate on demand alone',
      buildPermissionInputs({ actions: ['ViewCurrencies', 'ClimateOnDemand.ViewScores'], products: ['RI-COD-STN'] }),
      false,
    ],
    [
      'Navigation.ReferenceData',
      'climate on demand pro alone',
      buildPermissionInputs({ actions: ['EditCurrencySchemes', 'ClimateOnDemandPro.ViewScenarios'], products: ['RI-COD-PRO'] }),
      false,
    ],
    [
      'Navigation.ReferenceData',
      'climate on demand of a tenant administrator',
      buildPermissionInputs({
        actions: ['EditCurrencies', 'ClimateOnDemand.ViewScores', 'AdminPortal.ViewContracts'],
        products: ['RI-COD-STN', 'RMS-TENANT-ADMIN', 'RI-QE-SERVICES'],
        isAdministrator: true,
      }),
      false,
    ],
    [
      'Navigation.ReferenceData',
      'climate on demand and another product',
      buildPermissionInputs({
        actions: ['ViewCurrencies', 'ClimateOnDemand.ViewScores', 'RiskModeler.ViewResults'],
        products: ['RI-COD-STN', 'RI-RISKMODELER'],
      }),
      true,
    ],
    [
      'Navigation.ReferenceData',
      'climate on demand and another product that is not licensed',
      buildPermissionInputs({
        actions: ['ViewCurrencies', 'ClimateOnDemand.ViewScores', 'RiskModeler.ViewResults'],
        products: ['RI-COD-STN'],
      }),
      false,
    ],
    [
      'Navigation.ReferenceData',
      'another product without currencies',
      buildPermissionInputs({ actions: ['RiskModeler.ViewResults'], products: ['RI-RISKMODELER'] }),
      false,
    ],
    [
      'Admin.EditTags',
      'climate on demand alone',
      buildPermissionInputs({ actions: ['EditCurrencies', 'ClimateOnDemand.ViewScores'], products: ['RI-COD-STN'] }),
      false,
    ],
    ['Navigation.DataAdministration', 'manage securables', buildPermissionInputs({ actions: ['ManageSecurables'] }), true],
    ['Navigation.IntegrationCenter', 'without license', buildPermissionInputs({ actions: ['ListDataBridgeServers'] }), false],
    [
      'Navigation.IntegrationCenter',
      'with license',
      buildPermissionInputs({ actions: ['ListDataBridgeServers'], products: ['IC-DATABRIDGE'] }),
      true,
    ],
    [
      'Navigation.OpenModelEngine',
      'with license',
      buildPermissionInputs({ actions: ['ManageThirdPartyModels'], products: ['RI-OME-NASDAQ'] }),
      true,
    ],
    [
      'Navigation.OpenModelEngine',
      'app without the action',
      buildPermissionInputs({ actions: ['Nasdaq.ViewModels'], products: ['RI-OME-NASDAQ'] }),
      false,
    ],
    [
      'Navigation.SystemUsage',
      'no product and no vault flag',
      buildPermissionInputs({ actions: ['ViewSystemUsage'], flags: { EnterpriseDataVault: false } }),
      false,
    ],
    [
      'Navigation.SystemUsage',
      'a product',
      buildPermissionInputs({ actions: ['ViewSystemUsage'], products: ['RI-RISKMODELER'], flags: { EnterpriseDataVault: false } }),
      true,
    ],
    [
      'Navigation.SystemUsage',
      'climate on demand without its flag',
      buildPermissionInputs({
        actions: ['ViewSystemUsage'],
        products: ['RI-COD-STN'],
        flags: { EnterpriseDataVault: false, ClimateOnDemandUsage: false },
      }),
      false,
    ],
    [
      'Monitoring.LocationIntelligence',
      'a data license',
      buildPermissionInputs({ licenses: [{ kind: 'data', productCode: 'DATAAPI-LOCINTEL', endDate: nextYear }] }),
      true,
    ],
    [
      'Monitoring.LocationIntelligence',
      'an ended data license',
      buildPermissionInputs({ licenses: [{ kind: 'data', productCode: 'DATAAPI-LOCINTEL', endDate: asOf }] }),
      false,
    ],
    ['Navigation.JobLog', 'no resource group', buildPermissionInputs({ actions: ['ViewSystemLog', 'DataAdmin.ViewJobLog'] }), false],
    [
      'Navigation.JobLog',
      'in no resource group',
      buildPermissionInputs({
        actions: ['ViewSystemLog', 'DataAdmin.ViewJobLog'],
        resourceGroups: { 'RI-DATAADMIN': { count: 2, joined: 0 } },
      }),
      false,
    ],
    [
      'Navigation.JobLog',
      'in one resource group',
      buildPermissionInputs({
        actions: ['ViewSystemLog', 'DataAdmin.ViewJobLog'],
        resourceGroups: { 'RI-DATAADMIN': { count: 2, joined: 1 } },
      }),
      true,
    ],
    [
      'Navigation.JobLog',
      'in a resource group of another product',
      buildPermissionInputs({
        actions: ['ViewSystemLog', 'DataAdmin.ViewJobLog'],
        resourceGroups: { 'RI-RISKMODELER': { count: 1, joined: 1 } },
      }),
      false,
    ],
    [
      'Navigation.JobLog',
      'an administrator, with a resource group',
      buildPermissionInputs({
        actions: ['ViewSystemLog', 'DataAdmin.ViewJobLog'],
        isAdministrator: true,
        resourceGroups: { 'RI-DATAADMIN': { count: 1, joined: 0 } },
      }),
      true,
    ],
    [
      'Navigation.JobLog',
      'an administrator, without any resource group',
      buildPermissionInputs({ actions: ['ViewSystemLog', 'DataAdmin.ViewJobLog'], isAdministrator: true }),
      false,
    ],
    [
      'Monitoring.ManageJobs',
      'in one resource group, without the system log',
      buildPermissionInputs({ actions: ['DataAdmin.ManageJobs'], resourceGroups: { 'RI-DATAADMIN': { count: 1, joined: 1 } } }),
      false,
    ],
    [
      'Monitoring.ManageJobs',
      'in one resource group',
      buildPermissionInputs({
        actions: ['ViewSystemLog', 'DataAdmin.ManageJobs'],
        resourceGroups: { 'RI-DATAADMIN': { count: 1, joined: 1 } },
      }),
      true,
    ],
    [
      'Monitoring.InteractiveLanes',
      'quota 0',
      buildPermissionInputs({ quotas: [{ productCode: 'RI-RISKMODELER', quotaName: 'maxInteractiveConcurrency', value: 0 }] }),
      false,
    ],
    [
      'Monitoring.InteractiveLanes',
      'any quota above 0',
      buildPermissionInputs({
        quotas: [
          { productCode: 'RI-RISKMODELER', quotaName: 'maxInteractiveConcurrency', value: 0 },
          { productCode: 'RI-EXPOSUREIQ', quotaName: 'maxInteractiveConcurrency', value: 2 },
        ],
      }),
      true,
    ],
    [
      'AppAccess.exposureIqAddon',
      'add-on without risk modeler',
      buildPermissionInputs({
        actions: ['ExposureAddon.ViewAccumulations'],
        products: ['RI-RISKMODELER-EXPOSURE_ADDON', 'RI-RISKMODELER'],
      }),
      false,
    ],
    [
      'AppAccess.exposureIqAddon',
      'add-on and risk modeler',
      buildPermissionInputs({
        actions: ['ExposureAddon.ViewAccumulations', 'RiskModeler.ViewResults'],
        products: ['RI-RISKMODELER-EXPOSURE_ADDON', 'RI-RISKMODELER'],
      }),
      true,
    ],
    ['Navigation.ResourceGroupsManagement', 'no product', buildPermissionInputs({ actions: ['EditGroups'] }), false],
    [
      'Navigation.ResourceGroupsManagement',
      'a product',
      buildPermissionInputs({ actions: ['EditGroups', 'RiskModeler.ViewResults'], products: ['RI-RISKMODELER'] }),
      true,
    ],
    [
      'Navigation.ResourceGroupsManagement',
      'climate on demand without its flag',
      buildPermissionInputs({
        actions: ['EditGroups', 'ClimateOnDemand.ViewScores'],
        products: ['RI-COD-STN'],
        flags: { ResourceGroupsClimateOnDemand: false },
      }),
      false,
    ],
    ['Navigation.DeveloperPortal', 'any role', buildPermissionInputs({ actions: ['ViewUsers'] }), true],
    [
      'Monitoring.DataVaultStorageNotification',
      'vault without flag',
      buildPermissionInputs({ actions: ['DataVault.ViewArchive'], products: ['RI-DATAVAULT'], flags: { EnterpriseDataVault: false } }),
      false,
    ],
  ])('%s: %s', (name, _, facts, expected) => {
    expect(evaluate(name, facts).granted).toBe(expected)
  })
})
