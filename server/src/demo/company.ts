import { actions } from '@steward/contract/catalog/index'
import type { FlagName } from '@steward/contract/catalog/flags'
import type { ProductCode } from '@steward/contract/catalog/products'

/** The company behind the demo tenant: a mid-sized reinsurer. */

export interface DemoRole {
  name: string
  description: string
  actions: string[]
}

export interface DemoGroup {
  name: string
  members: number
  roles: string[]
  disabled?: boolean
  /** The administrator works with these products too. */
  withAdministrator?: boolean
}

export interface DemoResourceGroup {
  productCode: ProductCode
  name: string
  /** Empty: available to all groups. */
  groups: string[]
  packageId?: string
  isDefault?: boolean
}

interface DemoLicense {
  productCode: ProductCode
  packageName: string
  /** Negative if it has expired. */
  daysLeft: number
}

/** The resource groups of Data Admin. */
export const demoJobGroups = { modeling: 'Modeling operations', underwriting: 'Underwriting operations' } as const

/** All actions of an application, or those of some access levels. */
function of(applicationName: string, ...accessLevels: string[]): string[] {
  return actions
    .filter((action) => action.applicationName === applicationName)
    .filter((action) => accessLevels.length === 0 || accessLevels.includes(action.accessLevel))
    .map((action) => action.actionName)
}

const roles: DemoRole[] = [
  {
    name: 'Catastrophe analyst',
    description: 'Runs models and reads results',
    actions: of('rlax', 'View', 'Run'),
  },
  {
    name: 'Senior catastrophe modeler',
    description: 'Changes exposure, runs models, cleans up',
    actions: of('rlax'),
  },
  {
    name: 'Exposure manager',
    description: 'Watches accumulations and live events',
    actions: of('exposureiq'),
  },
  {
    name: 'Property underwriter',
    description: 'Prices submissions',
    actions: [...of('underwriteiq', 'View', 'Run', 'Edit'), ...of('siteiq')],
  },
  {
    name: 'Treaty underwriter',
    description: 'Prices treaties and rolls up programs',
    actions: of('treatyiq'),
  },
  {
    name: 'Climate specialist',
    description: 'Scores sites and runs climate scenarios',
    actions: [...of('climate-on-demand'), 'RiskModeler.ViewResults'],
  },
  {
    name: 'Data operations',
    description: 'Databases, jobs and the archive',
    actions: [...of('data-admin'), ...of('platform'), 'ViewSystemLog', 'ViewSystemUsage', 'ViewCurrencies', 'ViewCurrencySchemes'],
  },
  {
    name: 'Reference data keeper',
    description: 'Currencies, schemes and rates',
    actions: ['ViewCurrencies', 'EditCurrencies', 'ViewCurrencySchemes', 'EditCurrencySchemes'],
  },
  {
    name: 'Help desk',
    description: 'Invites people and helps them in',
    actions: ['ViewUsers', 'EditUsers', 'ViewGroups'],
  },
  {
    name: 'Auditor',
    description: 'Sees everything of the administration, changes nothing',
    actions: of('admin-center', 'View').filter((name) => !name.startsWith('ListDataBridge')),
  },
  {
    name: 'Integration engineer',
    description: 'API keys and their use',
    actions: ['ViewApiKeys', 'EditApiKeys', 'MonitorApiUsage', ...of('location-intelligence')],
  },
  {
    // Reference data is hidden from them, although the role views currencies: Climate On Demand is their only product.
    name: 'Climate partner',
    description: 'Runs climate scenarios, with currencies to report in',
    actions: [...of('climate-on-demand'), 'ViewCurrencies'],
  },
  {
    name: 'Job operator',
    description: 'Watches the jobs of a desk, cancels and reprioritizes them',
    actions: ['DataAdmin.ViewJobLog', 'DataAdmin.ManageJobs', 'ViewSystemLog'],
  },
  {
    name: 'Platform engineer',
    description: 'Watches the lanes of interactive jobs',
    actions: [...of('internal-services'), 'ViewSystemUsage', 'ViewSystemLog'],
  },
]

const groups: DemoGroup[] = [
  { name: 'Catastrophe Modeling', members: 38, roles: ['Catastrophe analyst'] },
  { name: 'Senior Modelers', members: 11, roles: ['Senior catastrophe modeler', 'Climate specialist'], withAdministrator: true },
  { name: 'Exposure Management', members: 24, roles: ['Exposure manager'], withAdministrator: true },
  { name: 'Property Underwriting', members: 52, roles: ['Property underwriter'] },
  { name: 'Treaty Underwriting', members: 31, roles: ['Treaty underwriter', 'Exposure manager'], withAdministrator: true },
  { name: 'Climate Risk', members: 9, roles: ['Climate specialist'] },
  { name: 'Data Operations', members: 14, roles: ['Data operations', 'Reference data keeper'], withAdministrator: true },
  { name: 'Finance & Reference Data', members: 8, roles: ['Reference data keeper'] },
  { name: 'IT Service Desk', members: 6, roles: ['Help desk'] },
  { name: 'Internal Audit', members: 5, roles: ['Auditor'] },
  { name: 'External Contractors', members: 19, roles: ['Catastrophe analyst'], disabled: true },
  { name: 'Climate Partners', members: 3, roles: ['Climate partner'] },
  // In one resource group of Data Admin only: they see its jobs and no others.
  { name: 'Underwriting Operations', members: 4, roles: ['Job operator'] },
  { name: 'Platform Engineering', members: 1, roles: ['Platform engineer'] },
]

const licenses: DemoLicense[] = [
  { productCode: 'RI-RISKMODELER', packageName: 'Large', daysLeft: 212 },
  { productCode: 'RI-EXPOSUREIQ', packageName: 'Advanced', daysLeft: 212 },
  { productCode: 'RI-UNDERWRITEIQ', packageName: 'Premium', daysLeft: 212 },
  { productCode: 'RI-TREATYIQ', packageName: 'Standard', daysLeft: 47 },
  { productCode: 'RI-DATAADMIN', packageName: 'Standard', daysLeft: 212 },
  { productCode: 'RI-DATAVAULT', packageName: '100 TB', daysLeft: 212 },
  { productCode: 'RI-COD-STN', packageName: 'Standard', daysLeft: 24 },
  { productCode: 'DATAAPI-LOCINTEL', packageName: 'Enterprise', daysLeft: 120 },
  { productCode: 'RI-OME-NASDAQ', packageName: 'Standard', daysLeft: 300 },
  { productCode: 'RI-QE-SERVICES', packageName: 'Internal', daysLeft: 300 },
  { productCode: 'RI-SITEIQ-GOLD', packageName: 'Gold', daysLeft: -12 },
]

const quotas = [
  { product_code: 'RI-RISKMODELER', quota_name: 'maxInteractiveConcurrency', value: 8 },
  { product_code: 'RI-RISKMODELER', quota_name: 'maxConcurrentModelRuns', value: 40 },
  { product_code: 'RI-RISKMODELER', quota_name: 'maxConcurrentNonModelRuns', value: 20 },
  { product_code: 'RI-RISKMODELER', quota_name: 'modeledLocationsPerDay', value: 50_000_000 },
  { product_code: 'RI-EXPOSUREIQ', quota_name: 'risksAccumulatedPerDay', value: 25_000_000 },
  { product_code: 'RI-EXPOSUREIQ', quota_name: 'maxConcurrentAccumulationJobs', value: 16 },
  { product_code: 'RI-UNDERWRITEIQ', quota_name: 'submittedLocationsPerDay', value: 20_000 },
  { product_code: 'RI-UNDERWRITEIQ', quota_name: 'maxJobsPerHour', value: 400 },
  { product_code: 'RI-TREATYIQ', quota_name: 'portfolioRollupsPerYear', value: 400 },
  { product_code: 'RI-TREATYIQ', quota_name: 'maxConcurrentPortfolioRollupJobs', value: 8 },
]

/** Package ids: 1 is 100%, 2 a quarter, 3 a half, 4 three quarters. */
const resourceGroups: DemoResourceGroup[] = [
  { productCode: 'RI-DATAVAULT', name: 'Archive', groups: ['Data Operations', 'Internal Audit'] },
  // Of Data Admin: they decide who sees which jobs.
  {
    productCode: 'RI-DATAADMIN',
    name: demoJobGroups.modeling,
    groups: ['Data Operations', 'Catastrophe Modeling', 'Senior Modelers', 'Exposure Management'],
  },
  {
    productCode: 'RI-DATAADMIN',
    name: demoJobGroups.underwriting,
    groups: ['Data Operations', 'Underwriting Operations', 'Property Underwriting', 'Treaty Underwriting'],
  },
  {
    productCode: 'RI-RISKMODELER',
    name: 'Catastrophe modeling',
    groups: ['Catastrophe Modeling', 'Senior Modelers'],
    packageId: '3',
    isDefault: true,
  },
  { productCode: 'RI-RISKMODELER', name: 'Climate studies', groups: ['Climate Risk'], packageId: '2' },
  { productCode: 'RI-RISKMODELER', name: 'Contractors', groups: ['External Contractors'] },
  { productCode: 'RI-EXPOSUREIQ', name: 'Accumulation control', groups: ['Exposure Management'], packageId: '4', isDefault: true },
  { productCode: 'RI-EXPOSUREIQ', name: 'Treaty desk', groups: ['Treaty Underwriting'], packageId: '2' },
  { productCode: 'RI-UNDERWRITEIQ', name: 'Property pricing', groups: ['Property Underwriting'], packageId: '3', isDefault: true },
  { productCode: 'RI-TREATYIQ', name: 'Renewals', groups: [], packageId: '4', isDefault: true },
]

const flags: FlagName[] = ['TenantSettingsAdmin']
/** Tried by the administrator before its rollout to all users. */
const administratorFlags: FlagName[] = ['ESGScoreCustomization']

export const demoCompany = {
  displayName: 'Meridian Re',
  domain: 'meridian-re.example',
  administrator: { email: 'ada.lindqvist@meridian-re.example', givenName: 'Ada', familyName: 'Lindqvist' },
  /** Besides the administrator: 250 users in total. */
  people: 249,
  /** The first of them, in the group `admin`. */
  otherAdministrators: 3,
  roles,
  groups,
  licenses,
  quotas,
  resourceGroups,
  flags,
  administratorFlags,
}
