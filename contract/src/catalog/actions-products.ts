import { defineActions } from './define-actions.ts'
import type { Action } from './types.ts'

/** Actions for exposure and modeling products. Those of the surrounding services are in `actions-services.ts`. */
export const productActions: readonly Action[] = [
  ...defineActions({
    applicationName: 'rlax',
    prefix: 'RiskModeler.',
    entitlements: ['RI-RISKMODELER'],
    rows: [
      ['ViewPortfolios', 'Portfolios', 'View', 'View portfolios', 'See portfolios, accounts and locations'],
      ['EditPortfolios', 'Portfolios', 'Edit', 'Edit portfolios', 'Create and change portfolios, accounts and locations'],
      ['DeletePortfolios', 'Portfolios', 'Manage', 'Delete portfolios', 'Delete portfolios and everything in them'],
      ['ImportExposure', 'Exposure', 'Edit', 'Import exposure', 'Import exposure from files and databases'],
      ['ExportExposure', 'Exposure', 'View', 'Export exposure', 'Export exposure to files and databases'],
      ['RunModels', 'Analyses', 'Run', 'Run models', 'Geocode, look up hazard and run loss models'],
      ['ViewResults', 'Analyses', 'View', 'View results', 'See losses and statistics of analyses'],
      ['ExportResults', 'Analyses', 'View', 'Export results', 'Export losses of analyses'],
      ['GroupResults', 'Analyses', 'Edit', 'Group results', 'Combine analyses into groups'],
      ['DeleteResults', 'Analyses', 'Manage', 'Delete results', 'Delete analyses'],
      ['ViewModelProfiles', 'Model profiles', 'View', 'View model profiles', 'See the settings of models'],
      ['EditModelProfiles', 'Model profiles', 'Edit', 'Edit model profiles', 'Create and change the settings of models'],
    ],
  }),
  ...defineActions({
    applicationName: 'exposureiq',
    prefix: 'ExposureIQ.',
    entitlements: ['RI-EXPOSUREIQ'],
    rows: [
      ['ViewAccumulations', 'Accumulations', 'View', 'View accumulations', 'See accumulations and their history'],
      ['RunAccumulations', 'Accumulations', 'Run', 'Run accumulations', 'Accumulate portfolios by region, peril and event'],
      ['DeleteAccumulations', 'Accumulations', 'Manage', 'Delete accumulations', 'Delete accumulation results and rollups'],
      ['ViewEvents', 'Live events', 'View', 'View live events', 'See footprints of events as they happen'],
      ['RunEventResponse', 'Live events', 'Run', 'Run event response', 'Apply a footprint to portfolios'],
      ['EditTreaties', 'Treaties', 'Edit', 'Edit treaties', 'Change the reinsurance behind accumulations'],
      ['ViewDashboards', 'Dashboards', 'View', 'View dashboards', 'See shared dashboards'],
      ['EditDashboards', 'Dashboards', 'Edit', 'Edit dashboards', 'Create, change and share dashboards'],
    ],
  }),
  ...defineActions({
    applicationName: 'exposureiq-addon',
    prefix: 'ExposureAddon.',
    entitlements: ['RI-RISKMODELER-EXPOSURE_ADDON'],
    rows: [
      ['ViewAccumulations', 'Accumulations', 'View', 'View accumulations', 'See accumulations inside Risk Modeler'],
      ['RunAccumulations', 'Accumulations', 'Run', 'Run accumulations', 'Accumulate portfolios inside Risk Modeler'],
    ],
  }),
  ...defineActions({
    applicationName: 'underwriteiq',
    prefix: 'UnderwriteIQ.',
    entitlements: ['RI-UNDERWRITEIQ'],
    rows: [
      ['ViewSubmissions', 'Submissions', 'View', 'View submissions', 'See submissions and their accounts'],
      ['EditSubmissions', 'Submissions', 'Edit', 'Edit submissions', 'Create and change submissions'],
      ['RunPricing', 'Pricing', 'Run', 'Run pricing', 'Run account and marginal-impact analyses'],
      ['ViewPricing', 'Pricing', 'View', 'View pricing', 'See prices and marginal impact'],
      ['EditGuidelines', 'Guidelines', 'Edit', 'Edit guidelines', 'Change the underwriting guidelines of the company'],
      ['ManageDataLayers', 'Data layers', 'Manage', 'Manage data layers', 'Choose the layers that underwriters see'],
    ],
  }),
  ...defineActions({
    applicationName: 'treatyiq',
    prefix: 'TreatyIQ.',
    entitlements: ['RI-TREATYIQ'],
    rows: [
      ['ViewPrograms', 'Programs', 'View', 'View programs', 'See cedants, programs and treaties'],
      ['EditPrograms', 'Programs', 'Edit', 'Edit programs', 'Create and change programs and treaties'],
      ['ImportPrograms', 'Programs', 'Edit', 'Import programs', 'Import programs and period loss tables'],
      ['RunRollups', 'Rollups', 'Run', 'Run rollups', 'Roll up programs to a portfolio'],
      ['ViewRollups', 'Rollups', 'View', 'View rollups', 'See metrics of rollups'],
      ['DeletePrograms', 'Programs', 'Manage', 'Delete programs', 'Delete programs with their analyses'],
    ],
  }),
  ...defineActions({
    applicationName: 'siteiq',
    prefix: 'SiteIQ.',
    entitlements: ['RI-SITEIQ-GOLD'],
    rows: [
      ['ViewSites', 'Sites', 'View', 'View sites', 'See sites and their scores'],
      ['RunScores', 'Sites', 'Run', 'Run scores', 'Score the hazard of sites'],
    ],
  }),
  ...defineActions({
    applicationName: 'climate-on-demand',
    prefix: 'ClimateOnDemand.',
    entitlements: ['RI-COD-STN', 'RI-COD-PRO'],
    rows: [
      ['ViewScores', 'Scores', 'View', 'View scores', 'See climate scores of sites'],
      ['RunScores', 'Scores', 'Run', 'Run scores', 'Score sites and portfolios'],
      ['ViewReports', 'Reports', 'View', 'View reports', 'See and export reports'],
    ],
  }),
  ...defineActions({
    applicationName: 'climate-on-demand-pro',
    prefix: 'ClimateOnDemandPro.',
    entitlements: ['RI-COD-PRO'],
    rows: [
      ['ViewScenarios', 'Scenarios', 'View', 'View scenarios', 'See scenarios and their financial impact'],
      ['RunScenarios', 'Scenarios', 'Run', 'Run scenarios', 'Run climate scenarios on portfolios'],
      ['EditScenarios', 'Scenarios', 'Edit', 'Edit scenarios', 'Define scenarios and time horizons'],
    ],
  }),
]
