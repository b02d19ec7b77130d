import { defineActions } from './define-actions.ts'
import type { Action } from './types.ts'

/** Actions of data and integration services, portals and partner models. */
export const serviceActions: readonly Action[] = [
  ...defineActions({
    applicationName: 'platform',
    prefix: 'DataVault.',
    entitlements: ['RI-DATAVAULT'],
    rows: [
      ['ViewArchive', 'Archive', 'View', 'View archive', 'See what is in the data vault'],
      ['ArchiveData', 'Archive', 'Edit', 'Archive data', 'Move exposure and results into the data vault'],
      ['RestoreData', 'Archive', 'Edit', 'Restore data', 'Restore exposure and results'],
      ['ManageRetention', 'Retention', 'Manage', 'Manage retention', 'Decide how long the data vault keeps data'],
    ],
  }),
  ...defineActions({
    applicationName: 'data-admin',
    prefix: 'DataAdmin.',
    entitlements: ['RI-DATAADMIN'],
    rows: [
      ['ViewJobLog', 'Jobs', 'View', 'View job log', 'See the jobs of the resource groups and why they failed'],
      ['ManageJobs', 'Jobs', 'Manage', 'Manage jobs', 'Reprioritize and cancel jobs, assign tags and groups'],
      ['ViewDatabases', 'Databases', 'View', 'View databases', 'See exposure and results databases'],
      ['EditDatabases', 'Databases', 'Edit', 'Edit databases', 'Create, rename and share databases'],
      ['DeleteDatabases', 'Databases', 'Manage', 'Delete databases', 'Delete databases and everything in them'],
    ],
  }),
  ...defineActions({
    applicationName: 'managed-sql',
    prefix: 'DataBridge.',
    entitlements: ['IC-DATABRIDGE'],
    rows: [
      ['ConnectServers', 'Servers', 'View', 'Connect to servers', 'Connect to managed SQL servers'],
      ['EditDatabases', 'Databases', 'Edit', 'Edit databases', 'Create, import and change databases'],
      ['RestoreDatabases', 'Databases', 'Manage', 'Restore databases', 'Restore databases from backups'],
    ],
  }),
  ...defineActions({
    applicationName: 'location-intelligence',
    prefix: 'LocationIntelligence.',
    entitlements: ['DATAAPI-LOCINTEL'],
    rows: [
      ['Geocode', 'Locations', 'Run', 'Geocode', 'Turn addresses into coordinates'],
      ['ViewHazard', 'Hazard', 'View', 'View hazard', 'Look up hazard of locations'],
      ['ViewLossCosts', 'Loss costs', 'View', 'View loss costs', 'Look up loss costs of locations'],
    ],
  }),
  ...defineActions({
    applicationName: 'risk-data-lake',
    prefix: 'RiskDataLake.',
    entitlements: ['IC-RISKDATALAKE'],
    rows: [
      ['QueryData', 'Data', 'View', 'Query data', 'Query exposure and results of the company'],
      ['ManageDatasets', 'Datasets', 'Manage', 'Manage datasets', 'Publish and withdraw datasets'],
    ],
  }),
  ...defineActions({
    applicationName: 'risk-investor-iq',
    prefix: 'RiskInvestorIQ.',
    entitlements: ['RI-RISKINVESTERIQ'],
    rows: [
      ['ViewSecurities', 'Securities', 'View', 'View securities', 'See bonds and their modeled losses'],
      ['RunAnalyses', 'Analyses', 'Run', 'Run analyses', 'Analyze portfolios of securities'],
    ],
  }),
  ...defineActions({
    applicationName: 'cometa',
    prefix: 'Cometa.',
    entitlements: ['RI-COMETA'],
    rows: [
      ['ViewCounterparties', 'Counterparties', 'View', 'View counterparties', 'See counterparties and their scores'],
      ['EditCounterparties', 'Counterparties', 'Edit', 'Edit counterparties', 'Add and change counterparties'],
    ],
  }),
  ...defineActions({
    applicationName: 'nasdaq',
    prefix: 'Nasdaq.',
    entitlements: ['RI-OME-NASDAQ'],
    rows: [
      ['ViewModels', 'Models', 'View', 'View models', 'See third-party models and their terms'],
      ['RunModels', 'Models', 'Run', 'Run models', 'Run third-party models'],
    ],
  }),
  ...defineActions({
    applicationName: 'tenant-admin-portal',
    prefix: 'AdminPortal.',
    entitlements: ['RMS-TENANT-ADMIN'],
    rows: [
      ['ViewContracts', 'Contracts', 'View', 'View contracts', 'See contracts and invoices'],
      ['ManageSupport', 'Support', 'Manage', 'Manage support', 'Open and follow support cases'],
    ],
  }),
  ...defineActions({
    applicationName: 'internal-services',
    prefix: 'InternalServices.',
    entitlements: ['RI-QE-SERVICES'],
    rows: [['ViewPreviews', 'Previews', 'View', 'View previews', 'See monitoring pages before their release']],
  }),
]
