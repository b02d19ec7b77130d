import type { Application, Product } from './types.ts'

/** Products by code (second specification file, section 1). */
export const products = [
  { productCode: 'RI-DATAADMIN', productName: 'Data Admin' },
  { productCode: 'RI-EXPOSUREIQ', productName: 'ExposureIQ', shortCode: 'EIQ', appName: 'exposureiq' },
  { productCode: 'RI-UNDERWRITEIQ', productName: 'UnderwriteIQ', shortCode: 'UIQ', appName: 'underwriteiq' },
  { productCode: 'RI-RISKMODELER', productName: 'Risk Modeler', shortCode: 'RM', appName: 'rlax' },
  { productCode: 'RI-TREATYIQ', productName: 'TreatyIQ', shortCode: 'TIQ', appName: 'treatyiq' },
  { productCode: 'RI-COD-STN', productName: 'Climate On Demand', appName: 'climate-on-demand' },
  { productCode: 'RI-COD-PRO', productName: 'Climate On Demand Pro', appName: 'climate-on-demand-pro' },
  { productCode: 'RI-DATAVAULT', productName: 'Enterprise Data Vault', shortCode: 'PL', appName: 'enterprise-data-vault' },
  { productCode: 'RI-QE-SERVICES', productName: 'Internal Services', appName: 'internal-services' },
  { productCode: 'RMS-TENANT-ADMIN', productName: 'Admin Portal', appName: 'tenant-admin-portal' },
  { productCode: 'DATAAPI-LOCINTEL', productName: 'Location Intelligence', shortCode: 'LI', appName: 'location-intelligence' },
  { productCode: 'IC-DATABRIDGE', productName: 'Data Bridge', shortCode: 'DB', appName: 'managed-sql' },
  { productCode: 'RI-OME-NASDAQ', productName: 'Open Model Engine: Nasdaq', appName: 'nasdaq' },
  { productCode: 'IC-RISKDATALAKE', productName: 'Risk Data Lake', appName: 'risk-data-lake' },
  { productCode: 'RI-RISKINVESTERIQ', productName: 'Risk Investor IQ', appName: 'risk-investor-iq' },
  { productCode: 'RI-SITEIQ-GOLD', productName: 'SiteIQ', appName: 'siteiq' },
  { productCode: 'RI-RISKMODELER-EXPOSURE_ADDON', productName: 'ExposureIQ add-on for Risk Modeler', appName: 'exposureiq-addon' },
  { productCode: 'RI-COMETA', productName: 'Cometa', appName: 'cometa' },
] as const satisfies readonly Product[]

export type ProductCode = (typeof products)[number]['productCode']

/**
 * The applications that actions belong to: `admin-center` and `platform` from the specification, and one for each
 * product that has its own actions.
 */
export const applications = [
  { applicationName: 'admin-center', displayName: 'Admin Center' },
  { applicationName: 'platform', displayName: 'Platform' },
  { applicationName: 'rlax', displayName: 'Risk Modeler' },
  { applicationName: 'exposureiq', displayName: 'ExposureIQ' },
  { applicationName: 'exposureiq-addon', displayName: 'ExposureIQ add-on' },
  { applicationName: 'underwriteiq', displayName: 'UnderwriteIQ' },
  { applicationName: 'treatyiq', displayName: 'TreatyIQ' },
  { applicationName: 'data-admin', displayName: 'Data Admin' },
  { applicationName: 'climate-on-demand', displayName: 'Climate On Demand' },
  { applicationName: 'climate-on-demand-pro', displayName: 'Climate On Demand Pro' },
  { applicationName: 'managed-sql', displayName: 'Data Bridge' },
  { applicationName: 'tenant-admin-portal', displayName: 'Admin Portal' },
  { applicationName: 'location-intelligence', displayName: 'Location Intelligence' },
  { applicationName: 'nasdaq', displayName: 'Open Model Engine: Nasdaq' },
  { applicationName: 'risk-data-lake', displayName: 'Risk Data Lake' },
  { applicationName: 'risk-investor-iq', displayName: 'Risk Investor IQ' },
  { applicationName: 'siteiq', displayName: 'SiteIQ' },
  { applicationName: 'cometa', displayName: 'Cometa' },
  { applicationName: 'internal-services', displayName: 'Internal Services' },
] as const satisfies readonly Application[]

export type ApplicationName = (typeof applications)[number]['applicationName']

/** Environment: applications whose actions are not available to custom roles (first specification file, section 6). */
export const customRoleDisabledApplications: readonly ApplicationName[] = ['managed-sql']

/** Environment: the admin-center actions that a new custom role starts with, View Users and View Licenses. */
export const customRoleDefaultActions = ['ViewUsers', 'ViewLicenses'] as const

/** The flag that makes a product's actions available to custom roles (second specification file, section 6). */
export const customRoleFlags = {
  'RI-RISKMODELER': 'CustomRolesRiskModeler',
  'IC-DATABRIDGE': 'CustomRolesDataBridge',
  'RI-UNDERWRITEIQ': 'CustomRolesUnderwriterIQ',
  'RI-EXPOSUREIQ': 'CustomRolesExposureIQ',
  'RMS-TENANT-ADMIN': 'CustomRolesAdminPortal',
} as const satisfies Partial<Record<ProductCode, string>>
