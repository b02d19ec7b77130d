import type { SentPackage } from '@steward/contract/licenses/schemas'

/** A hundred packages in two products, as a platform could send them. Each is one percent larger than the one before. */
export const hundredPackages: SentPackage[] = ['RI-DATAADMIN', 'RI-COD-STN'].flatMap((productCode) =>
  Array.from({ length: 100 }, (_, index) => ({
    productCode,
    resourceGroupPackageId: String(index + 1),
    packageName: `Package ${index + 1}`,
    isUncreatable: false,
    definitions: [
      { name: 'maxJobsPerDay', value: 20 * (index + 1), isBaseline: true },
      { name: 'maxJobsPerHour', value: 4 * (index + 1), isBaseline: false },
      { name: 'maxConcurrentOtherJobs', value: index + 1, isBaseline: false },
    ],
  })),
)
