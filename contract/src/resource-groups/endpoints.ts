import { z } from 'zod'
import { keyText } from '../text.ts'
import { resourceGroupPackages } from '../catalogue/packages.ts'
import { endpoint, entityId, timestamp } from '../http.ts'
import { resourceGroupName } from '../rules/names.ts'
import { unassignedPackageId } from '../rules/resource-group-packages.ts'
import { resourceGroupProducts } from '../rules/resource-group-products.ts'

/** Resource groups of a product and their packages (second specification file, sections 2 to 5, 7 and 9). */

const tag = 'Resource groups'

export const resourceGroupSchema = z.strictObject({
  resourceGroupId: z.uuid(),
  name: z.string(),
  /** Every group may use it; it names none then. */
  allAccess: z.boolean(),
  groups: z.array(z.strictObject({ groupId: z.uuid(), groupName: z.string(), isEnabled: z.boolean() })),
  default: z.boolean(),
  resourceGroupPackage: z.strictObject({ resourceGroupPackageId: z.string() }).nullable(),
  packagePercentage: z.number().int().meta({ description: 'Of the highest baseline among the packages of the product, truncated' }),
  createdAt: timestamp,
  version: z.number().int(),
})
export type ResourceGroup = z.output<typeof resourceGroupSchema>

export const resourceGroupPackageSchema = z.strictObject({
  resourceGroupPackageId: z.string(),
  packageName: z.string(),
  isUncreatable: z.boolean().meta({ description: 'Not given to resource groups any more; those that have it keep it' }),
  definitions: z.array(z.strictObject({ name: z.string(), value: z.number(), isBaseline: z.boolean() })),
})

const example: ResourceGroup = {
  resourceGroupId: '0199c0de-8888-7c11-9d59-3b8f5f1c2a44',
  name: 'Treaty desk',
  allAccess: false,
  groups: [{ groupId: '0199c0de-3333-7c11-9d59-3b8f5f1c2a44', groupName: 'Analysts', isEnabled: true }],
  default: false,
  resourceGroupPackage: { resourceGroupPackageId: '2' },
  packagePercentage: 25,
  createdAt: '2026-03-14T09:26:53.589Z',
  version: 1,
}
const examplePackages = [...(resourceGroupPackages['RI-RISKMODELER'] ?? [])].map(({ definitions, ...one }) => ({
  ...one,
  definitions: [...definitions],
}))

const productCode = z.enum(resourceGroupProducts.map((product) => product.productCode)).meta({ example: 'RI-RISKMODELER' })
const ofProduct = z.strictObject({ productCode })
const ofGroup = z.strictObject({ productCode, rgId: entityId('resourceGroup') })
const inProduct = { productCode: 'RI-RISKMODELER' } as const
const inGroup = { ...inProduct, rgId: example.resourceGroupId }
const groupIds = z.array(z.uuid()).max(100)
const packageId = keyText(64)

const listSchema = z.strictObject({ count: z.number().int(), items: z.array(resourceGroupSchema) })
export type ResourceGroupList = z.output<typeof listSchema>

export const listResourceGroups = endpoint({
  id: 'listResourceGroups',
  method: 'GET',
  path: '/entitlements/{productCode}/resourcegroups',
  summary: 'List the resource groups of a product',
  description:
    'All of them, by name: what is left of the quota follows from all. The ETag is the version of their packages, which a new assignment list names.',
  tag,
  access: { permission: 'Admin.ViewResourceGroups' },
  params: ofProduct,
  response: listSchema,
  etag: true,
  errors: [],
  examples: { params: inProduct, response: { count: 1, items: [example] } },
})

export const listResourceGroupPackages = endpoint({
  id: 'listResourceGroupPackages',
  method: 'GET',
  path: '/entitlements/{productCode}/resourceGroupPackages',
  summary: 'List the packages that resource groups of a product can be given',
  tag,
  access: { permission: 'Admin.ViewResourceGroups' },
  params: ofProduct,
  response: z.strictObject({ count: z.number().int(), items: z.array(resourceGroupPackageSchema) }),
  errors: [],
  examples: { params: inProduct, response: { count: examplePackages.length, items: examplePackages } },
})

/** What a resource group is created with; '0' for no package. */
export const resourceGroupInput = z.strictObject({
  name: resourceGroupName,
  allAccess: z.boolean().default(false),
  groupIds: groupIds.default([]),
  resourceGroupPackageId: packageId.default(unassignedPackageId),
})

const packageErrors = [
  'package_unknown',
  'package_unavailable',
  'baseline_required',
  'package_quota_full',
  'package_quota_exceeded',
] as const

export const createResourceGroup = endpoint({
  id: 'createResourceGroup',
  method: 'POST',
  path: '/entitlements/{productCode}/resourcegroups',
  summary: 'Create a resource group, with a package where one is given',
  description: 'With all access it names no groups. Packages of a product never amount to more than 100 % of its quota.',
  tag,
  access: { permission: 'Admin.EditResourceGroups' },
  params: ofProduct,
  body: resourceGroupInput,
  response: resourceGroupSchema,
  status: 201,
  etag: true,
  errors: ['resource_group_name_taken', 'group_unknown', 'groups_with_all_access', ...packageErrors],
  examples: { params: inProduct, body: { name: 'Treaty desk' }, response: example },
})

/** One step of a change to a resource group; steps run in order, all or none. */
const resourceGroupOperation = z.discriminatedUnion('targetProperty', [
  z.strictObject({ operation: z.literal('Update'), targetProperty: z.literal('Name'), value: resourceGroupName }),
  z.strictObject({ operation: z.literal('Update'), targetProperty: z.literal('GroupIds'), value: groupIds }),
  z.strictObject({ operation: z.literal('Update'), targetProperty: z.literal('AllAccess'), value: z.boolean() }),
])
export type ResourceGroupOperation = z.output<typeof resourceGroupOperation>

export const patchResourceGroup = endpoint({
  id: 'patchResourceGroup',
  method: 'PATCH',
  path: '/entitlements/{productCode}/resourcegroups/{rgId}',
  summary: 'Change the name, the groups or the access of a resource group',
  description: 'Groups are taken away where all access is given, and given only where it is not.',
  tag,
  access: { permission: 'Admin.EditResourceGroups' },
  params: ofGroup,
  body: z.array(resourceGroupOperation).min(1).max(10),
  response: resourceGroupSchema,
  precondition: 'optional',
  etag: true,
  errors: ['not_found', 'resource_group_name_taken', 'group_unknown', 'groups_with_all_access'],
  examples: { params: inGroup, body: [{ operation: 'Update', targetProperty: 'Name', value: 'Treaty desk' }], response: example },
})

export const assignmentSchema = z.strictObject({
  default: z.boolean(),
  resourceGroupId: z.uuid(),
  resourceGroupPackageId: packageId,
})
export type Assignment = z.output<typeof assignmentSchema>

export const manageResourceGroups = endpoint({
  id: 'manageResourceGroups',
  method: 'POST',
  path: '/entitlements/{productCode}/resourcegroups/manage',
  summary: 'Replace the packages of all resource groups of a product',
  description:
    "The full assignment list: a resource group it does not name, or names with the package '0', has no package afterwards. At most one is the default. If-Match names the version of the list it was made from.",
  tag,
  access: { permission: 'Admin.EditResourceGroups' },
  params: ofProduct,
  body: z.array(assignmentSchema).max(10_000),
  response: listSchema,
  precondition: 'required',
  etag: true,
  errors: [
    ...packageErrors,
    'allocation_over_100',
    'resource_group_unknown',
    'resource_group_listed_twice',
    'default_without_package',
    'default_listed_twice',
  ],
  examples: { params: inProduct, body: [], response: { count: 1, items: [example] } },
})

export const deleteResourceGroup = endpoint({
  id: 'deleteResourceGroup',
  method: 'DELETE',
  path: '/entitlements/{productCode}/resourcegroups/{rgId}',
  summary: 'Delete a resource group; its package is free for others',
  tag,
  access: { permission: 'Admin.EditResourceGroups' },
  params: ofGroup,
  response: z.undefined(),
  status: 204,
  precondition: 'optional',
  errors: ['not_found'],
  examples: { params: inGroup },
})
