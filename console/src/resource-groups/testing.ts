import type { ResourceGroup } from '@steward/contract/resource-groups/schemas'

/** A resource group for tests, named after its id. */
export const resourceGroup = (resourceGroupId: string, packageId?: string, isDefault = false): ResourceGroup => ({
  resourceGroupId,
  name: resourceGroupId,
  allAccess: false,
  groups: [],
  default: isDefault,
  resourceGroupPackage: packageId === undefined ? null : { resourceGroupPackageId: packageId },
  packagePercentage: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 1,
})
