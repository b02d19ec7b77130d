import type { ProductCode } from '@steward/contract/catalog/products'
import type { ResourceGroupPackage } from '@steward/contract/catalog/types'
import { listGroups } from '@steward/contract/groups/endpoints'
import { ProblemError } from '@steward/contract/http'
import {
  createResourceGroup,
  deleteResourceGroup,
  listResourceGroupPackages,
  listResourceGroups,
  manageResourceGroups,
  patchResourceGroup,
} from '@steward/contract/resource-groups/endpoints'
import type { Assignment, ResourceGroup, ResourceGroupList, ResourceGroupOperation } from '@steward/contract/resource-groups/schemas'
import { m } from '@steward/contract/paraglide/messages'
import type { resourceGroupProducts } from '@steward/contract/rules/resource-group-products'
import { api, apiWithEtag } from '../api/client.ts'
import { problemCode } from '../api/problem.ts'
import { endpointQuery, entityQuery, invalidateTables, queryClient } from '../api/query.ts'

export type ProductWithGroups = Extract<ProductCode, (typeof resourceGroupProducts)[number]['productCode']>

/** Tables that affect resource groups with their groups. */
const tables = ['resource_group', 'resource_group_group', 'user_group'] as const
export const readAgain = (): Promise<void> => invalidateTables(tables)

/** All resource groups of a product, since the remaining quota depends on all. The ETag is that of their packages. */
export const resourceGroupsQuery = (productCode: ProductWithGroups) => entityQuery(listResourceGroups, tables, { params: { productCode } })

/** One of them, undefined if it isn't there, with the list that it is a part of. */
export const resourceGroupQuery = (productCode: ProductWithGroups, rgId: string) => ({
  ...resourceGroupsQuery(productCode),
  select: (list: VersionedList) => ({ data: list.data.items.find((one) => one.resourceGroupId === rgId), list }),
})

/** The same, bypassing the cache. */
export const readGroups = (productCode: ProductWithGroups): Promise<VersionedList> =>
  queryClient.fetchQuery({ ...resourceGroupsQuery(productCode), staleTime: 0 })

/** A resource group, bypassing the cache. @throws the list's not-found error if it no longer exists */
export async function readGroup(productCode: ProductWithGroups, rgId: string): Promise<ResourceGroup> {
  const group = (await readGroups(productCode)).data.items.find((one) => one.resourceGroupId === rgId)
  if (group === undefined) throw new Error(m.resource_groups_gone_title())
  return group
}

/** Puts the saved version into the cache until it is loaded again. */
export function keepGroups(productCode: ProductWithGroups, saved: VersionedList): void {
  queryClient.setQueryData(resourceGroupsQuery(productCode).queryKey, saved)
  void readAgain()
}

/** The same for one resource group whose package did not change. */
export function keepGroup(productCode: ProductWithGroups, saved: ResourceGroup): void {
  queryClient.setQueryData(
    resourceGroupsQuery(productCode).queryKey,
    (before) =>
      before && {
        ...before,
        data: { ...before.data, items: before.data.items.map((one) => (one.resourceGroupId === saved.resourceGroupId ? saved : one)) },
      },
  )
  void readAgain()
}

/** The packages available to resource groups of a product. */
export const packagesQuery = (productCode: ProductWithGroups) =>
  endpointQuery(listResourceGroupPackages, ['resource_group_package'], { params: { productCode } })

/** The groups a resource group can be assigned to; a tenant has at most 100. */
export const groupsQuery = endpointQuery(listGroups, ['user_group'], { query: { limit: 100 } })

export interface NewResourceGroup {
  name: string
  allAccess: boolean
  groupIds: string[]
  resourceGroupPackageId: string
}

export const addResourceGroup = (productCode: ProductWithGroups, body: NewResourceGroup): Promise<ResourceGroup> =>
  api(createResourceGroup, { params: { productCode }, body })

export const changeResourceGroup = (
  productCode: ProductWithGroups,
  rgId: string,
  body: ResourceGroupOperation[],
  ifMatch: string | undefined,
): Promise<ResourceGroup> => api(patchResourceGroup, { params: { productCode, rgId }, body, ifMatch })

export const removeResourceGroup = (productCode: ProductWithGroups, { resourceGroupId: rgId, version }: ResourceGroup): Promise<void> =>
  api(deleteResourceGroup, { params: { productCode, rgId }, ifMatch: `"${version}"` })

export interface VersionedList {
  data: ResourceGroupList
  etag: string | undefined
}

/** Sets the assignments of a product; refused with `version_conflict` if they changed since `ifMatch`. */
export async function saveAssignments(
  productCode: ProductWithGroups,
  body: Assignment[],
  ifMatch: string | undefined,
): Promise<VersionedList> {
  const { data, etag } = await apiWithEtag(manageResourceGroups, { params: { productCode }, body, ifMatch })
  return { data, etag }
}

const tries = 3

/**
 * Changes assignments: builds the full list from the current one and sends it with its version. If another administrator was faster,
 * it is built again from their version, so that none of their changes are lost; the server checks that it still fits.
 * @param change builds the whole new list from the current resource groups
 */
export async function changeAssignments(
  productCode: ProductWithGroups,
  change: (groups: readonly ResourceGroup[]) => Assignment[],
): Promise<VersionedList> {
  const query = resourceGroupsQuery(productCode)
  for (let attempt = 1; ; attempt++) {
    const { data, etag } = await queryClient.fetchQuery({ ...query, staleTime: attempt === 1 ? 30_000 : 0 })
    try {
      const saved = await saveAssignments(productCode, change(data.items), etag)
      queryClient.setQueryData(query.queryKey, saved)
      return saved
    } catch (error) {
      if (problemCode(error) !== 'version_conflict' || attempt === tries) withoutPositions(error)
    }
  }
}

/** The server's errors name rows of the list (`3.resourceGroupPackageId`); a form for one row uses the field name alone. */
export function withoutPositions(error: unknown): never {
  if (!(error instanceof ProblemError)) throw error
  const errors = error.problem.errors?.map((fault) => ({ ...fault, field: fault.field.replace(/^\d+\./, '') }))
  throw new ProblemError(error.status, { ...error.problem, errors }, error.retryAfterSeconds)
}

export type Packages = readonly ResourceGroupPackage[]
