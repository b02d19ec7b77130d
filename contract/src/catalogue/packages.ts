import { type ProductCode, products } from './products.ts'
import type { QuotaName } from './quotas.ts'
import type { Package, PackageDefinition, ResourceGroupPackage, Sku } from './types.ts'

const terabyte = 1_000_000_000_000

/** The packages of the data vault, with the bytes that its archive can hold. */
const archivePackages = [
  { packageName: '10 TB', description: 'Archive storage of 10 TB', bytes: 10 * terabyte },
  { packageName: '100 TB', description: 'Archive storage of 100 TB', bytes: 100 * terabyte },
]

/** The bytes that a package of the data vault holds, by its name in any case; undefined for an unknown one. */
export const archiveBytesOf = (packageName: string): number | undefined =>
  archivePackages.find((one) => one.packageName.toLowerCase() === packageName.toLowerCase())?.bytes

/** The packages of each product, smallest first. */
const packagesOf: Record<ProductCode, readonly Package[]> = {
  'RI-DATAADMIN': [{ packageName: 'Standard', description: 'Databases and jobs of all products in one place' }],
  'RI-EXPOSUREIQ': [
    { packageName: 'Essential', description: 'Accumulations on demand, 5 million risks a day' },
    { packageName: 'Advanced', description: 'Live accumulations and event response, 25 million risks a day' },
  ],
  'RI-UNDERWRITEIQ': [
    { packageName: 'Standard', description: 'Account pricing, 2,000 submitted locations a day' },
    { packageName: 'Premium', description: 'Account pricing with marginal impact, 20,000 submitted locations a day' },
  ],
  'RI-RISKMODELER': [
    { packageName: 'Small', description: '4 concurrent model runs, 1 million modeled locations a day' },
    { packageName: 'Medium', description: '12 concurrent model runs, 10 million modeled locations a day' },
    { packageName: 'Large', description: '40 concurrent model runs, 50 million modeled locations a day' },
  ],
  'RI-TREATYIQ': [
    { packageName: 'Standard', description: '60 portfolio roll-ups a year' },
    { packageName: 'Premium', description: '400 portfolio roll-ups a year' },
  ],
  'RI-COD-STN': [{ packageName: 'Standard', description: 'Climate scores of up to 10,000 sites' }],
  'RI-COD-PRO': [{ packageName: 'Pro', description: 'Climate scores and scenarios of up to 250,000 sites' }],
  'RI-DATAVAULT': archivePackages.map(({ packageName, description }) => ({ packageName, description })),
  'RI-QE-SERVICES': [{ packageName: 'Internal', description: 'For the engineers of the platform' }],
  'RMS-TENANT-ADMIN': [{ packageName: 'Standard', description: 'Contracts, invoices and support' }],
  'DATAAPI-LOCINTEL': [
    { packageName: 'Pay per call', description: 'Hazard and loss costs by API, 100,000 calls a month' },
    { packageName: 'Enterprise', description: 'Hazard and loss costs by API, 5 million calls a month' },
  ],
  'IC-DATABRIDGE': [
    { packageName: 'Single server', description: 'One managed SQL server of 2 TB' },
    { packageName: 'Cluster', description: 'Four managed SQL servers of 8 TB' },
  ],
  'RI-OME-NASDAQ': [{ packageName: 'Standard', description: 'Models of other providers' }],
  'IC-RISKDATALAKE': [{ packageName: 'Standard', description: 'Queries over exposure and results of ten years' }],
  'RI-RISKINVESTERIQ': [{ packageName: 'Standard', description: 'Securities with modeled losses' }],
  'RI-SITEIQ-GOLD': [{ packageName: 'Gold', description: 'Hazard scores of sites, all perils' }],
  'RI-RISKMODELER-EXPOSURE_ADDON': [{ packageName: 'Add-on', description: 'Accumulations inside Risk Modeler' }],
  'RI-COMETA': [{ packageName: 'Standard', description: 'Scores of counterparties' }],
}

/** Every product with its packages (second specification file, section 3, "Sku"). */
export const skus: readonly Sku[] = products.map(({ productCode, productName }) => ({
  productCode,
  productName,
  packages: packagesOf[productCode],
}))

const baseline = (name: QuotaName, value: number): PackageDefinition => ({ name, value, isBaseline: true })
const quota = (name: QuotaName, value: number): PackageDefinition => ({ name, value: Math.max(1, Math.round(value)), isBaseline: false })

/** Shares of the company's quota; `default` is all of it, and the default resource group starts with it. */
const sharesOf = (name: QuotaName, total: number, others: (share: number) => PackageDefinition[]): ResourceGroupPackage[] =>
  [
    { packageName: 'default', share: 1, isUncreatable: false },
    { packageName: 'Quarter', share: 0.25, isUncreatable: false },
    { packageName: 'Half', share: 0.5, isUncreatable: false },
    { packageName: 'Three quarters', share: 0.75, isUncreatable: false },
    { packageName: 'Trial', share: 0.05, isUncreatable: true },
  ].map(({ packageName, share, isUncreatable }, index) => ({
    resourceGroupPackageId: String(index + 1),
    packageName,
    isUncreatable,
    definitions: [baseline(name, Math.round(total * share)), ...others(share)],
  }))

/** The packages for resource groups of a product; only for products that have resource groups. */
export const resourceGroupPackages: Partial<Record<ProductCode, readonly ResourceGroupPackage[]>> = {
  'RI-RISKMODELER': sharesOf('maxConcurrentModelRuns', 40, (share) => [
    quota('maxConcurrentNonModelRuns', 20 * share),
    quota('modeledLocationsPerDay', 50_000_000 * share),
  ]),
  'RI-EXPOSUREIQ': sharesOf('risksAccumulatedPerDay', 25_000_000, (share) => [
    quota('maxConcurrentAccumulationJobs', 16 * share),
    quota('maxConcurrentNonAccumulationJobs', 8 * share),
  ]),
  'RI-UNDERWRITEIQ': sharesOf('submittedLocationsPerDay', 20_000, (share) => [quota('maxJobsPerHour', 400 * share)]),
  'RI-TREATYIQ': sharesOf('portfolioRollupsPerYear', 400, (share) => [
    quota('maxConcurrentPortfolioRollupJobs', 8 * share),
    quota('maxConcurrentProgramAnalysesJobs', 12 * share),
    quota('maxConcurrentOtherJobs', 4 * share),
  ]),
  'RI-DATAADMIN': sharesOf('maxJobsPerDay', 2_000, (share) => [quota('maxJobsPerHour', 400 * share)]),
  'RI-DATAVAULT': sharesOf('maxJobsPerDay', 400, () => []),
  'RI-COD-STN': sharesOf('submittedLocationsPerDay', 10_000, () => []),
}
