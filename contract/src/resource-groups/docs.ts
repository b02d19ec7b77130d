import { derivedPackages } from '../catalog/packages.ts'
import { asOfQuery } from '../fields.ts'
import { operations } from '../operations.ts'
import * as endpoints from './endpoints.ts'
import {
  listResourceGroupPackagesResponse,
  listSchema,
  manageResourceGroupsBody,
  ofGroup,
  ofProduct,
  patchResourceGroupBody,
  resourceGroupInput,
  resourceGroupSchema,
  type ResourceGroup,
} from './schemas.ts'

const tag = 'Resource groups'

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
const examplePackages = derivedPackages('RI-RISKMODELER').map(({ definitions, ...one }) => ({ ...one, definitions: [...definitions] }))

const inProduct = { productCode: 'RI-RISKMODELER' } as const
const inGroup = { ...inProduct, rgId: example.resourceGroupId }

const packageErrors = [
  'package_unknown',
  'package_unavailable',
  'baseline_required',
  'package_quota_full',
  'package_quota_exceeded',
] as const

export const resourceGroupsDocs = operations(endpoints, {
  listResourceGroups: {
    summary: 'List the resource groups of a product',
    description:
      'Returns all of them by name, because the remaining quota depends on all. The `ETag` is the version of their packages; send it with a new assignment list.',
    tag,
    params: ofProduct,
    query: asOfQuery,
    response: listSchema,
    errors: ['as_of_future', 'as_of_too_old'],
    examples: { params: inProduct, response: { count: 1, items: [example] } },
  },
  listResourceGroupPackages: {
    summary: 'List the packages available to resource groups of a product',
    tag,
    params: ofProduct,
    response: listResourceGroupPackagesResponse,
    errors: [],
    examples: { params: inProduct, response: { count: examplePackages.length, items: examplePackages } },
  },
  createResourceGroup: {
    summary: 'Create a resource group, optionally with a package',
    description: 'A resource group with all access has no groups. The packages of a product never exceed 100% of its quota.',
    tag,
    params: ofProduct,
    body: resourceGroupInput,
    response: resourceGroupSchema,
    errors: ['resource_group_name_taken', 'group_unknown', 'groups_with_all_access', ...packageErrors],
    examples: { params: inProduct, body: { name: 'Treaty desk' }, response: example },
  },
  patchResourceGroup: {
    summary: 'Change the name, the groups or the access of a resource group',
    description: 'Giving all access removes the groups. Groups can be set only without all access.',
    tag,
    params: ofGroup,
    body: patchResourceGroupBody,
    response: resourceGroupSchema,
    errors: ['not_found', 'resource_group_name_taken', 'group_unknown', 'groups_with_all_access'],
    examples: { params: inGroup, body: [{ operation: 'Update', targetProperty: 'Name', value: 'Treaty desk' }], response: example },
  },
  manageResourceGroups: {
    summary: 'Replace the packages of all resource groups of a product',
    description:
      "Takes the full assignment list: a resource group that is left out, or has the package '0', ends up without a package. At most one can be the default. `If-Match` names the version of the list that it is based on.",
    tag,
    params: ofProduct,
    body: manageResourceGroupsBody,
    response: listSchema,
    errors: [
      ...packageErrors,
      'allocation_over_100',
      'resource_group_unknown',
      'resource_group_listed_twice',
      'default_without_package',
      'default_listed_twice',
    ],
    examples: { params: inProduct, body: [], response: { count: 1, items: [example] } },
  },
  deleteResourceGroup: {
    summary: 'Delete a resource group and free its package',
    tag,
    params: ofGroup,
    errors: ['not_found'],
    examples: { params: inGroup },
  },
})
