import { z } from 'zod'
import { entityId, timestamp } from '../fields.ts'
import { resourceGroupName } from '../rules/names.ts'
import { unassignedPackageId } from '../rules/resource-group-packages.ts'
import { resourceGroupProducts } from '../rules/resource-group-products.ts'
import { keyText } from '../text.ts'

export const resourceGroupSchema = z.strictObject({
  resourceGroupId: z.uuid(),
  name: z.string(),
  /** Every group has access; `groups` is empty then. */
  allAccess: z.boolean(),
  groups: z.array(z.strictObject({ groupId: z.uuid(), groupName: z.string(), isEnabled: z.boolean() })),
  default: z.boolean(),
  resourceGroupPackage: z.strictObject({ resourceGroupPackageId: z.string() }).nullable(),
  packagePercentage: z.number().int().meta({ description: 'Share of the highest baseline among the packages of the product, truncated' }),
  createdAt: timestamp,
  version: z.number().int(),
})
export type ResourceGroup = z.output<typeof resourceGroupSchema>

export const resourceGroupPackageSchema = z.strictObject({
  resourceGroupPackageId: z.string(),
  packageName: z.string(),
  isUncreatable: z.boolean().meta({ description: 'No longer assigned to resource groups; those that have it keep it' }),
  definitions: z.array(z.strictObject({ name: z.string(), value: z.number(), isBaseline: z.boolean() })),
})

const productCode = z.enum(resourceGroupProducts.map((product) => product.productCode)).meta({ example: 'RI-RISKMODELER' })
export const ofProduct = z.strictObject({ productCode })
export const ofGroup = z.strictObject({ productCode, rgId: entityId('resourceGroup') })

const groupIds = z.array(z.uuid()).max(100)
const packageId = keyText(64)

export const listSchema = z.strictObject({ count: z.number().int(), items: z.array(resourceGroupSchema) })
export type ResourceGroupList = z.output<typeof listSchema>

export const listResourceGroupPackagesResponse = z.strictObject({ count: z.number().int(), items: z.array(resourceGroupPackageSchema) })

/** Input for creating a resource group; '0' for no package. */
export const resourceGroupInput = z.strictObject({
  name: resourceGroupName,
  allAccess: z.boolean().default(false),
  groupIds: groupIds.default([]),
  resourceGroupPackageId: packageId.default(unassignedPackageId),
})

/** One step of a change to a resource group. Steps run in order, all or none. */
const resourceGroupOperation = z.discriminatedUnion('targetProperty', [
  z.strictObject({ operation: z.literal('Update'), targetProperty: z.literal('Name'), value: resourceGroupName }),
  z.strictObject({ operation: z.literal('Update'), targetProperty: z.literal('GroupIds'), value: groupIds }),
  z.strictObject({ operation: z.literal('Update'), targetProperty: z.literal('AllAccess'), value: z.boolean() }),
])
export type ResourceGroupOperation = z.output<typeof resourceGroupOperation>

export const patchResourceGroupBody = z.array(resourceGroupOperation).min(1).max(10)

export const assignmentSchema = z.strictObject({
  default: z.boolean(),
  resourceGroupId: z.uuid(),
  resourceGroupPackageId: packageId,
})
export type Assignment = z.output<typeof assignmentSchema>

export const manageResourceGroupsBody = z.array(assignmentSchema).max(10_000)
