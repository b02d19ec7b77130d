import { resourceGroupPackages } from '@steward/contract/catalogue/packages'
import type { ResourceGroupPackage } from '@steward/contract/catalogue/types'

/**
 * Loaded by a server before its own code (`--import`): a catalogue with a hundred packages in two products, as another platform
 * could ship it. Each package is one percent larger than the one before.
 */
const packages: ResourceGroupPackage[] = Array.from({ length: 100 }, (_, index) => ({
  resourceGroupPackageId: String(index + 1),
  packageName: `Package ${index + 1}`,
  isUncreatable: false,
  definitions: [
    { name: 'maxJobsPerDay', value: 20 * (index + 1), isBaseline: true },
    { name: 'maxJobsPerHour', value: 4 * (index + 1), isBaseline: false },
    { name: 'maxConcurrentOtherJobs', value: index + 1, isBaseline: false },
  ],
}))

for (const productCode of ['RI-DATAADMIN', 'RI-COD-STN'] as const) resourceGroupPackages[productCode] = packages
