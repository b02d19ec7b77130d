import { demoJobGroups } from '../company.ts'
import type { DemoJobType } from './job-type.ts'

/** Jobs of underwriting, of databases and of the archive. */

const { underwriting, modeling } = demoJobGroups
const pricing = { productCode: 'RI-UNDERWRITEIQ', resourceGroup: underwriting, groups: ['Property Underwriting'] } as const
const treaty = { productCode: 'RI-TREATYIQ', resourceGroup: underwriting, groups: ['Treaty Underwriting'] } as const
const vault = { productCode: 'RI-DATAVAULT', resourceGroup: modeling, groups: ['Data Operations', 'Senior Modelers'] } as const
const account = [
  'Harbor Logistics',
  'Northwind Hotels',
  'Casa Verde',
  'Aoyama Mills',
  'Lakeside Clinics',
  'Brightwater Campus',
  'Kestrel Foods',
  'Sundial Retail Parks',
]

export const underwritingTypes: readonly DemoJobType[] = [
  {
    ...pricing,
    operation: 'ACCOUNT_PRICING',
    share: 15,
    seconds: [8, 900],
    steps: ['Read submission', ['Price', ['Technical premium', 'Marginal impact on portfolio']], 'Write quote'],
    inputs: {
      Account: account,
      Locations: { from: 1, to: 3_400 },
      Layer: ['10 xs 10 million', '25 xs 25 million', 'Primary 5 million', 'Ground up'],
    },
    outputs: {
      'Technical premium': { from: 8_000, to: 2_900_000, unit: ' USD' },
      'Marginal tail value': { from: 10_000, to: 9_100_000, unit: ' USD' },
    },
    failures: [
      '3 locations have no construction class.',
      'The reference portfolio has no analysis of this quarter.',
      'The layer attaches above the limit of the policy.',
    ],
  },
  {
    ...pricing,
    operation: 'ACCOUNT_MATCHING',
    share: 4,
    seconds: [10, 600],
    steps: ['Read submission', 'Compare with accounts', 'Propose matches'],
    inputs: { Submission: account, 'Accounts compared': { from: 900, to: 48_000 } },
    outputs: { Matches: { from: 0, to: 12 } },
    failures: ['The submission has neither name nor address of the insured.'],
  },
  {
    ...treaty,
    operation: 'TREATY_ROLLUP',
    share: 6,
    seconds: [120, 8_000],
    steps: ['Read programs', ['Roll up', ['Inward treaties', 'Retrocession', 'Reinstatements']], 'Write metrics'],
    inputs: { Season: ['1 January', '1 April', '1 June', '1 July'], Treaties: { from: 12, to: 860 } },
    outputs: { 'Net 1-in-200': { from: 40, to: 640, unit: ' million USD' }, 'Expected margin': { from: 2, to: 31, unit: '%' } },
    failures: [
      'Loss tables of 2 treaties end before the treaty period does.',
      'A program has no signed line.',
      'Rates of the vintage are older than the inception of 4 treaties.',
    ],
  },
  {
    ...treaty,
    operation: 'ImportPrograms',
    share: 4,
    seconds: [10, 900],
    steps: ['Read file', ['Check', ['Layers and reinstatements', 'Cedents']], 'Save'],
    inputs: { File: ['programs_january.xlsx', 'programs_april.xlsx', 'retro_2027.xlsx', 'nordic_pool.xlsx'] },
    outputs: { Programs: { from: 2, to: 240 }, Layers: { from: 6, to: 1_400 } },
    failures: [
      'Row 118: a layer with a limit of 0.',
      'Row 42: the cedent is not known. Add it first, or map it.',
      'The sheet "Layers" is missing.',
    ],
  },
  {
    productCode: 'RI-DATAADMIN',
    resourceGroup: underwriting,
    groups: ['Data Operations', 'Property Underwriting'],
    operation: 'BULK_EXPORT',
    share: 4,
    seconds: [60, 10_000],
    steps: ['Collect accounts', ['Write', ['Exposure', 'Policies', 'Results']], 'Pack'],
    inputs: { Accounts: { from: 20, to: 18_000 }, Format: ['CSV', 'Parquet', 'OED'] },
    outputs: { Files: { from: 3, to: 96 }, Size: { from: 1, to: 220, unit: ' GB' } },
    failures: ['The export is larger than the 200 GB that one download can have.', '8 accounts are locked by other users.'],
  },
  {
    ...vault,
    operation: 'ARCHIVE',
    share: 3,
    seconds: [300, 16_000],
    steps: ['Freeze database', 'Copy to the vault', 'Compare checksums', 'Release'],
    inputs: {
      Database: ['EDM_2024_RENEWAL', 'RDM_2024_RENEWAL', 'EDM_2025_RENEWAL', 'RDM_2025_RENEWAL'],
      Retention: ['7 years', '10 years'],
    },
    outputs: { Size: { from: 8, to: 1_600, unit: ' GB' } },
    failures: ['A checksum differs. The copy was discarded; archive the database again.', 'An analysis of this database is still running.'],
  },
  {
    ...vault,
    operation: 'RESTORE',
    share: 1.5,
    seconds: [200, 12_000],
    steps: ['Find copy', 'Copy from the vault', 'Attach'],
    inputs: { Database: ['EDM_2023_RENEWAL', 'EDM_2024_RENEWAL', 'RDM_2024_RENEWAL'] },
    outputs: { Size: { from: 8, to: 1_600, unit: ' GB' } },
    failures: ['A database of this name is attached already.'],
  },
  {
    productCode: 'DATAAPI-LOCINTEL',
    resourceGroup: underwriting,
    groups: ['Property Underwriting'],
    operation: 'GEOCODE_HAZARD',
    share: 3,
    seconds: [5, 240],
    steps: ['Geocode', 'Look up hazard'],
    inputs: { Addresses: { from: 1, to: 2_500 }, Layers: ['Flood depth', 'Wildfire score', 'Distance to coast'] },
    outputs: { Answered: { from: 88, to: 100, unit: '%' } },
    failures: ['The address list has no country.'],
  },
]

/** Until the license of SiteIQ expired. */
export const lapsedTypes: readonly DemoJobType[] = [
  {
    productCode: 'RI-SITEIQ-GOLD',
    resourceGroup: underwriting,
    groups: ['Property Underwriting'],
    operation: 'GEOCODE_HAZARD',
    share: 2,
    seconds: [5, 120],
    steps: ['Find site', 'Look up hazard'],
    inputs: { Site: account },
    outputs: { 'Hazard score': { from: 1, to: 10 } },
    failures: ['The address leads to two sites.'],
  },
]
