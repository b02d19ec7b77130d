import type { ProductCode } from './products.ts'
import type { App } from './types.ts'

/**
 * The applications in a user's app list (both specification files, section 6). `rms-owl`, the platform's own shell, is
 * in every list. Admin Portal also opens for users with the role Tenant Administrator.
 */
export const apps = [
  {
    appName: 'rlax',
    displayName: 'Risk Modeler',
    purpose: 'Model the loss of portfolios and accounts',
    productCodes: ['RI-RISKMODELER'],
    actionApplications: ['rlax'],
    isExternal: true,
  },
  {
    appName: 'exposureiq',
    displayName: 'ExposureIQ',
    purpose: 'See where exposure accumulates and what an event would affect',
    productCodes: ['RI-EXPOSUREIQ'],
    actionApplications: ['exposureiq'],
    isExternal: true,
  },
  {
    appName: 'exposureiq-addon',
    displayName: 'ExposureIQ add-on',
    purpose: 'Accumulations inside Risk Modeler',
    productCodes: ['RI-RISKMODELER-EXPOSURE_ADDON'],
    actionApplications: ['exposureiq-addon'],
    isExternal: true,
  },
  {
    appName: 'underwriteiq',
    displayName: 'UnderwriteIQ',
    purpose: 'Price and triage a submission at the point of underwriting',
    productCodes: ['RI-UNDERWRITEIQ'],
    actionApplications: ['underwriteiq'],
    isExternal: true,
  },
  {
    appName: 'treatyiq',
    displayName: 'TreatyIQ',
    purpose: 'Price treaties and roll up reinsurance programs',
    productCodes: ['RI-TREATYIQ'],
    actionApplications: ['treatyiq'],
    isExternal: true,
  },
  {
    appName: 'siteiq',
    displayName: 'SiteIQ',
    purpose: 'Score the hazard of a single site',
    productCodes: ['RI-SITEIQ-GOLD'],
    actionApplications: ['siteiq'],
    isExternal: true,
  },
  {
    appName: 'climate-on-demand',
    displayName: 'Climate On Demand',
    purpose: 'Physical climate risk of sites and portfolios',
    productCodes: ['RI-COD-STN', 'RI-COD-PRO'],
    actionApplications: ['climate-on-demand'],
    isExternal: true,
  },
  {
    appName: 'climate-on-demand-pro',
    displayName: 'Climate On Demand Pro',
    purpose: 'Climate scenarios with financial impact',
    productCodes: ['RI-COD-PRO'],
    actionApplications: ['climate-on-demand-pro'],
    isExternal: true,
  },
  {
    appName: 'location-intelligence',
    displayName: 'Location Intelligence',
    purpose: 'Hazard and loss costs of locations by API',
    productCodes: ['DATAAPI-LOCINTEL'],
    actionApplications: ['location-intelligence'],
    isExternal: true,
  },
  {
    appName: 'enterprise-data-vault',
    displayName: 'Enterprise Data Vault',
    purpose: 'Archive exposure and results, and bring them back',
    productCodes: ['RI-DATAVAULT'],
    actionApplications: ['platform'],
    isExternal: true,
  },
  {
    appName: 'managed-sql',
    displayName: 'Data Bridge',
    purpose: 'Managed SQL servers for your own tools',
    productCodes: ['IC-DATABRIDGE'],
    actionApplications: ['managed-sql'],
    actionNames: [
      'ListDataBridgeServers',
      'ReadDataBridgeAccessControlList',
      'EditDataBridgeAccessControlList',
      'ManageDataBridgeSecurables',
    ],
    isExternal: true,
  },
  {
    appName: 'risk-data-lake',
    displayName: 'Risk Data Lake',
    purpose: 'Query exposure and results across years',
    productCodes: ['IC-RISKDATALAKE'],
    actionApplications: ['risk-data-lake'],
    isExternal: true,
  },
  {
    appName: 'risk-investor-iq',
    displayName: 'Risk Investor IQ',
    purpose: 'Analyze insurance-linked securities',
    productCodes: ['RI-RISKINVESTERIQ'],
    actionApplications: ['risk-investor-iq'],
    isExternal: true,
  },
  {
    appName: 'cometa',
    displayName: 'Cometa',
    purpose: 'Credit and commercial risk of counterparties',
    productCodes: ['RI-COMETA'],
    actionApplications: ['cometa'],
    isExternal: true,
  },
  {
    appName: 'nasdaq',
    displayName: 'Open Model Engine: Nasdaq',
    purpose: 'Models of other providers, alongside your own',
    productCodes: ['RI-OME-NASDAQ'],
    actionApplications: ['nasdaq'],
    actionNames: ['ManageThirdPartyModels'],
    isExternal: true,
  },
  {
    appName: 'tenant-admin-portal',
    displayName: 'Admin Portal',
    purpose: 'Contracts, invoices and support of your company',
    productCodes: ['RMS-TENANT-ADMIN'],
    actionApplications: ['tenant-admin-portal'],
    isExternal: true,
  },
  {
    appName: 'internal-services',
    displayName: 'Internal Services',
    purpose: 'Previews and diagnostics for the engineers of the platform',
    productCodes: ['RI-QE-SERVICES'],
    actionApplications: ['internal-services'],
    isExternal: false,
  },
] as const satisfies readonly (App & { productCodes: readonly ProductCode[] })[]

export type AppName = (typeof apps)[number]['appName']

/** In the app list of every session (first specification file, section 3). */
export const alwaysApp = 'rms-owl'
/** Opens with the role Tenant Administrator alone, without an action or license. */
export const administratorApp = 'tenant-admin-portal' satisfies AppName
