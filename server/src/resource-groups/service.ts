import { type ProblemException, problem } from '@steward/contract/errors'
import type { Assignment, ResourceGroup, ResourceGroupOperation, resourceGroupInput } from '@steward/contract/resource-groups/schemas'
import { unassignedPackageId } from '@steward/contract/rules/resource-group-packages'
import type { z } from 'zod'
import { constraintOf } from '../db/constraint.ts'
import type { Db } from '../db/pool.ts'
import { type TenantContext, type TenantTransaction, withTenant } from '../db/tenant.ts'
import { readAsOf } from '../access/as-of.ts'
import { mustBeAssignable, mustFit, plannedAssignments } from './allocation.ts'
import { packagesOf } from './packages.ts'
import type { ProductWithGroups } from './products.ts'
import { lockProduct, moveVersionOn } from './lock.ts'
import {
  assignmentsOf,
  changeResourceGroup,
  deleteResourceGroup,
  findResourceGroup,
  insertResourceGroup,
  lockResourceGroup,
  productVersion,
  readResourceGroups,
  setGroups,
  unknownGroups,
  writeAssignments,
} from './queries.ts'

/** The caller and the product. */
interface Scope {
  ctx: TenantContext
  productCode: ProductWithGroups
}

const refusals: Readonly<Record<string, () => ProblemException>> = {
  resource_group_name_unique: () => problem('resource_group_name_taken', {}, { field: 'name' }),
  resource_group_group_group_fk: () => problem('group_unknown', {}, { field: 'groupIds' }),
  groups_with_all_access: () => problem('groups_with_all_access', {}, { field: 'groupIds' }),
}

/** Reading and changing the resource groups of a product. Every method runs in one transaction of the caller's tenant. */
export function createResourceGroupService(db: Db) {
  async function change<T>({ ctx }: Scope, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
    try {
      return await withTenant(db, ctx, work)
    } catch (error) {
      throw refusals[constraintOf(error) ?? '']?.() ?? error
    }
  }

  return {
    /** All resource groups of a product by name, and the version of their packages. */
    list: ({ ctx, productCode }: Scope) => withTenant(db, ctx, (tx) => readAll(tx, productCode), { readOnly: true }),

    /**
     * The same as of a moment, with the packages of today.
     * @throws as_of_future, as_of_too_old
     */
    async listAsOf({ ctx, productCode }: Scope, asOf: string): Promise<ResourceGroup[]> {
      const packages = await withTenant(db, ctx, (tx) => packagesOf(tx, productCode), { readOnly: true })
      const items = await readAsOf(db, ctx, asOf, (tx) => readResourceGroups(tx, productCode, packages))
      return items.map((item) => ({ ...item, version: 0 }))
    },

    /** The packages that resource groups of a product can have. */
    packages: ({ ctx, productCode }: Scope) => withTenant(db, ctx, (tx) => packagesOf(tx, productCode), { readOnly: true }),

    /**
     * @throws resource_group_name_taken, group_unknown, groups_with_all_access, package_unknown, package_unavailable,
     *   baseline_required, package_quota_full, package_quota_exceeded
     */
    create(scope: Scope, input: z.output<typeof resourceGroupInput>): Promise<ResourceGroup> {
      const { ctx, productCode } = scope
      const { name, allAccess, groupIds, resourceGroupPackageId: packageId } = input
      if (allAccess && groupIds.length > 0) throw problem('groups_with_all_access', {}, { field: 'groupIds' })
      return change(scope, async (tx) => {
        await lockProduct(tx, ctx.tenantId, productCode)
        const hasPackage = packageId !== unassignedPackageId
        if (hasPackage) {
          const [packages, field] = [await packagesOf(tx, productCode), 'resourceGroupPackageId']
          mustBeAssignable(packageId, { packages, field })
          const others = await assignmentsOf(tx, productCode)
          mustFit(
            others.map((one) => one.resource_group_package_id),
            packageId,
            packages,
            field,
          )
        }
        await mustKnowGroups(tx, groupIds, 'groupIds')
        const id = await insertResourceGroup(tx, {
          product_code: productCode,
          resource_group_name: name,
          all_access: allAccess,
          resource_group_package_id: hasPackage ? packageId : null,
        })
        await setGroups(tx, id, groupIds)
        await moveVersionOn(tx, productCode)
        return show(tx, id)
      })
    },

    /**
     * Applies operations in order, all or none.
     * @throws not_found, version_conflict, resource_group_name_taken, group_unknown, groups_with_all_access
     */
    patch(scope: Scope, id: string, operations: readonly ResourceGroupOperation[], ifMatch: number | undefined): Promise<ResourceGroup> {
      return change(scope, async (tx) => {
        const group = await lockResourceGroup(tx, scope.productCode, id)
        if (!group) throw problem('not_found')
        if (ifMatch !== undefined && ifMatch !== group.version) throw problem('version_conflict')
        let { resource_group_name: name, all_access: allAccess } = group
        let groupIds: { ids: string[]; field: string } | undefined
        for (const [index, operation] of operations.entries()) {
          if (operation.targetProperty === 'Name') name = operation.value
          else if (operation.targetProperty === 'AllAccess') allAccess = operation.value
          else groupIds = { ids: operation.value, field: `${index}.value` }
        }
        if (allAccess && groupIds && groupIds.ids.length > 0) throw problem('groups_with_all_access', {}, { field: groupIds.field })
        if (groupIds) await mustKnowGroups(tx, groupIds.ids, groupIds.field)
        if (allAccess) await setGroups(tx, id, [])
        // The groups count as part of the resource group, so changing them alone also changes its version.
        await changeResourceGroup(tx, id, { resource_group_name: name, all_access: allAccess })
        if (groupIds && !allAccess) await setGroups(tx, id, groupIds.ids)
        return show(tx, id)
      })
    },

    /**
     * Replaces the packages of all resource groups of a product, and the default.
     * @throws version_conflict, and the errors of `plannedAssignments`
     */
    manage(scope: Scope, given: readonly Assignment[], ifMatch: number | undefined) {
      const { ctx, productCode } = scope
      return change(scope, async (tx) => {
        const version = await lockProduct(tx, ctx.tenantId, productCode)
        if (ifMatch !== undefined && ifMatch !== version) throw problem('version_conflict')
        const held = await assignmentsOf(tx, productCode)
        const planned = plannedAssignments(
          held.map((one) => ({ resourceGroupId: one.resource_group_id, packageId: one.resource_group_package_id })),
          given.map((one) => ({ ...one, resourceGroupId: one.resourceGroupId.toLowerCase() })),
          await packagesOf(tx, productCode),
        )
        await writeAssignments(tx, productCode, planned)
        await moveVersionOn(tx, productCode)
        return readAll(tx, productCode)
      })
    },

    /**
     * Deletes a resource group; its package can be allocated again.
     * @throws not_found, version_conflict
     */
    remove(scope: Scope, id: string, ifMatch: number | undefined): Promise<void> {
      const { ctx, productCode } = scope
      return change(scope, async (tx) => {
        await lockProduct(tx, ctx.tenantId, productCode)
        const group = await lockResourceGroup(tx, productCode, id)
        if (!group) throw problem('not_found')
        if (ifMatch !== undefined && ifMatch !== group.version) throw problem('version_conflict')
        await deleteResourceGroup(tx, id)
        await moveVersionOn(tx, productCode)
      })
    },
  }
}

export type ResourceGroupService = ReturnType<typeof createResourceGroupService>

const readAll = async (tx: TenantTransaction, productCode: ProductWithGroups) => ({
  // The version first: an older version with newer rows gets refused, but not the other way around.
  version: await productVersion(tx, productCode),
  items: await readResourceGroups(tx, productCode, await packagesOf(tx, productCode)),
})

/** @throws group_unknown */
async function mustKnowGroups(tx: TenantTransaction, groupIds: readonly string[], field: string): Promise<void> {
  if ((await unknownGroups(tx, groupIds)).length > 0) throw problem('group_unknown', {}, { field })
}

/** @throws not_found */
async function show(tx: TenantTransaction, id: string): Promise<ResourceGroup> {
  const found = await findResourceGroup(tx, id)
  if (!found) throw problem('not_found')
  return found
}
