import type { asOfQuery } from '../fields.ts'
import type { Endpoint } from '../http.ts'
import type {
  listResourceGroupPackagesResponse,
  listSchema,
  manageResourceGroupsBody,
  ofGroup,
  ofProduct,
  patchResourceGroupBody,
  resourceGroupInput,
  resourceGroupSchema,
} from './schemas.ts'

/** Resource groups of a product and their packages (second specification file, sections 2 to 5, 7 and 9). */

export const listResourceGroups: Endpoint<{ params: typeof ofProduct; query: typeof asOfQuery; response: typeof listSchema }> = {
  id: 'listResourceGroups',
  method: 'GET',
  path: '/entitlements/{productCode}/resourcegroups',
  hasPast: true,
  access: { permission: 'Admin.ViewResourceGroups' },
  etag: true,
}

export const listResourceGroupPackages: Endpoint<{ params: typeof ofProduct; response: typeof listResourceGroupPackagesResponse }> = {
  id: 'listResourceGroupPackages',
  method: 'GET',
  path: '/entitlements/{productCode}/resourceGroupPackages',
  access: { permission: 'Admin.ViewResourceGroups' },
}

export const createResourceGroup: Endpoint<{
  params: typeof ofProduct
  body: typeof resourceGroupInput
  response: typeof resourceGroupSchema
}> = {
  id: 'createResourceGroup',
  method: 'POST',
  path: '/entitlements/{productCode}/resourcegroups',
  access: { permission: 'Admin.EditResourceGroups' },
  status: 201,
  etag: true,
}

export const patchResourceGroup: Endpoint<{
  params: typeof ofGroup
  body: typeof patchResourceGroupBody
  response: typeof resourceGroupSchema
}> = {
  id: 'patchResourceGroup',
  method: 'PATCH',
  path: '/entitlements/{productCode}/resourcegroups/{rgId}',
  access: { permission: 'Admin.EditResourceGroups' },
  precondition: 'optional',
  etag: true,
}

export const manageResourceGroups: Endpoint<{
  params: typeof ofProduct
  body: typeof manageResourceGroupsBody
  response: typeof listSchema
}> = {
  id: 'manageResourceGroups',
  method: 'POST',
  path: '/entitlements/{productCode}/resourcegroups/manage',
  access: { permission: 'Admin.EditResourceGroups' },
  precondition: 'optional',
  etag: true,
}

export const deleteResourceGroup: Endpoint<{ params: typeof ofGroup }> = {
  id: 'deleteResourceGroup',
  method: 'DELETE',
  path: '/entitlements/{productCode}/resourcegroups/{rgId}',
  access: { permission: 'Admin.EditResourceGroups' },
  status: 204,
  precondition: 'optional',
}
