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

/** What the packages for resource groups divide: the baseline first, then by licensed package, smallest first. */
interface Divided {
  quotas: readonly [QuotaName, ...QuotaName[]]
  totals: Readonly<Record<string, readonly number[]>>
}

const divided: Partial<Record<ProductCode, Divided>> = {
  'RI-RISKMODELER': {
    quotas: ['maxConcurrentModelRuns', 'maxConcurrentNonModelRuns', 'modeledLocationsPerDay'],
    totals: { Small: [4, 2, 1_000_000], Medium: [12, 6, 10_000_000], Large: [40, 20, 50_000_000] },
  },
  'RI-EXPOSUREIQ': {
    quotas: ['risksAccumulatedPerDay', 'maxConcurrentAccumulationJobs', 'maxConcurrentNonAccumulationJobs'],
    totals: { Essential: [5_000_000, 4, 2], Advanced: [25_000_000, 16, 8] },
  },
  'RI-UNDERWRITEIQ': {
    quotas: ['submittedLocationsPerDay', 'maxJobsPerHour'],
    totals: { Standard: [2_000, 100], Premium: [20_000, 400] },
  },
  'RI-TREATYIQ': {
    quotas: ['portfolioRollupsPerYear', 'maxConcurrentPortfolioRollupJobs', 'maxConcurrentProgramAnalysesJobs', 'maxConcurrentOtherJobs'],
    totals: { Standard: [60, 2, 3, 1], Premium: [400, 8, 12, 4] },
  },
  'RI-DATAADMIN': { quotas: ['maxJobsPerDay', 'maxJobsPerHour'], totals: { Standard: [2_000, 400] } },
  'RI-DATAVAULT': { quotas: ['maxJobsPerDay'], totals: { '10 TB': [100], '100 TB': [400] } },
  'RI-COD-STN': { quotas: ['submittedLocationsPerDay'], totals: { Standard: [10_000] } },
}

/** Shares of the company's quota; `default` is all of it, and the default resource group starts with it. */
const shares = [
  { packageName: 'default', percent: 100, isUncreatable: false },
  { packageName: 'Quarter', percent: 25, isUncreatable: false },
  { packageName: 'Half', percent: 50, isUncreatable: false },
  { packageName: 'Three quarters', percent: 75, isUncreatable: false },
  { packageName: 'Trial', percent: 5, isUncreatable: true },
]

interface Licensed {
  /** The licensed packages of the product; without a known one, the largest counts. */
  packageNames?: readonly string[]
  /** The company's quotas of the product by name; they replace those of the license. */
  quotas?: ReadonlyMap<string, number>
}

/**
 * The packages that a tenant's resource groups of a product start with. Shares of the baseline are rounded down, so that they
 * fit together; one with nothing of it is not offered. Empty for products without resource groups.
 */
export function derivedPackages(productCode: string, { packageNames = [], quotas = new Map() }: Licensed = {}): ResourceGroupPackage[] {
  const product = new Map(Object.entries(divided)).get(productCode)
  if (product === undefined) return []
  const known = Object.entries(product.totals)
  const wanted = new Set(packageNames.map((name) => name.toLowerCase()))
  const isKnown = [...wanted].every((name) => known.some(([packageName]) => packageName.toLowerCase() === name))
  const totals = ((isKnown ? known.findLast(([name]) => wanted.has(name.toLowerCase())) : undefined) ?? known.at(-1))?.[1] ?? []
  return shares.map(({ packageName, percent, isUncreatable }, index) => {
    const definitions = product.quotas.map((name, place): PackageDefinition => {
      const share = ((quotas.get(name) ?? totals[place] ?? 0) * percent) / 100
      return { name, value: place === 0 ? Math.floor(share) : Math.max(1, Math.round(share)), isBaseline: place === 0 }
    })
    const isNothing = definitions[0]?.value === 0
    return { resourceGroupPackageId: String(index + 1), packageName, isUncreatable: isUncreatable || isNothing, definitions }
  })
}

/** The products whose resource groups have packages. */
export const dividedProducts: readonly string[] = Object.keys(divided)
